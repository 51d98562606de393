import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodesOf } from '../../test/support/syntax.ts'
import { type Mutant, placeOf, root } from './judged.ts'

/** Files that make decisions in SQL, which Stryker does not change, with their tests. */
export const filesWithSql: Readonly<Record<string, string>> = {
  'src/identity/authorization/records.ts': 'src/identity/authorization/records.test.ts',
  'src/domain/account/caller-status-store.ts': 'src/domain/account/caller-status-store.test.ts',
}

/** Parts of a statement, and their replacements. */
const swaps: readonly (readonly [string, ...string[]])[] = [
  [' = ', ' <> '],
  [' < ', ' <= ', ' >= '],
  [' > ', ' >= ', ' <= '],
  [' <= ', ' < ', ' > '],
  [' >= ', ' > ', ' < '],
  [' and ', ' or '],
  [' or ', ' and '],
  [' is null', ' is not null'],
  [' is not null', ' is null'],
  [' not exists ', ' exists '],
  [', exists ', ', not exists '],
  [' not payload ', ' payload '],
  ['greatest(', 'least('],
  ['coalesce(consumed_at, $3)', '$3', 'consumed_at'],
  [' + 1', ' + 2'],
  [' desc ', ' asc '],
  [' offset $1', ' offset $1 + 1'],
  [' limit $1', ' limit $1 + 1'],
  [' limit $2', ' limit $2 + 1'],
  [' left join ', ' join '],
]

type Change = { file: string; start: number; end: number; to: string }

/** Every possible change of every statement in a file. */
export function changesOf(file: string, text: string): Change[] {
  return nodesOf(file, text)
    .filter(({ type, start, end }) => isText(type) && isSql(text.slice(start + 1, end)))
    .flatMap(({ start, end }) =>
      swaps.flatMap(([from, ...others]) =>
        placesOf(text, from, start, end).flatMap((at) =>
          others.map((to) => ({ file, start: at, end: at + from.length, to })),
        ),
      ),
    )
}

function isText(type: string): boolean {
  return type === 'TemplateLiteral' || type === 'Literal'
}

function isSql(text: string): boolean {
  return ['select ', 'insert ', 'update ', 'delete '].some((word) => text.startsWith(word))
}

function placesOf(text: string, part: string, start: number, end: number): number[] {
  const found: number[] = []
  for (let at = text.indexOf(part, start); at >= 0 && at < end; at = text.indexOf(part, at + 1))
    found.push(at)
  return found
}

/** Runs a file's tests against each change of its statements. Throws if they fail without a change. */
export function mutateSql(file: string, tests: string): Mutant[] {
  const text = readFileSync(join(root, file), 'utf8')
  const nothing = { file, start: 0, end: 0, to: '' }
  const checkRun = () => {
    if (!passes(tests, nothing)) throw new Error(`${tests} fails although nothing is changed.`)
  }
  checkRun()
  const mutants = changesOf(file, text).map((change): Mutant => {
    const outcome = passes(tests, change) ? 'survived' : 'killed'
    return { ...placeOf(file, text, change, change.to), outcome }
  })
  // The tests may have failed for another reason than the change.
  checkRun()
  return mutants
}

function passes(tests: string, change: Change): boolean {
  const { status } = spawnSync('vitest', ['run', '--config=vitest.mutation.config.ts', '--bail=1', tests], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, MUTATION: JSON.stringify(change) },
  })
  return status === 0
}
