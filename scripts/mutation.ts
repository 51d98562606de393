import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { compare, type Mutant, type Outcome, outcomes, placeOf, readJudged, root } from './mutation/judged.ts'
import { filesWithSql, mutateSql } from './mutation/sql.ts'

/**
 * `npm run mutation [-- FILE…]`: makes small changes to the code that decides permissions, and runs its unit tests
 * against each change. A change that no test notices must be justified in `test/mutation.json`.
 */
function main(): void {
  setPriority(10)
  const named = process.argv.slice(2)
  const isSelected = (file: string) => named.length === 0 || named.includes(file)
  const strange = named.filter((file) => !mutatedFiles.includes(file) && !filesWithSql[file])
  if (strange.length > 0) throw new Error(`Not among the files: ${strange.join(', ')}`)
  const mutants = mutateCode(mutatedFiles.filter(isSelected))
  for (const [file, tests] of Object.entries(filesWithSql)) {
    if (!isSelected(file)) continue
    const found = mutateSql(file, tests)
    count(`${file} (SQL)`, found)
    mutants.push(...found)
  }
  const { unjudged, stale } = compare(
    mutants,
    readJudged().filter(({ file }) => isSelected(file)),
  )
  for (const place of unjudged) say('Not judged', place)
  for (const place of stale) say('Judged, but no longer there or noticed by now', place)
  const survived = mutants.filter(isUnnoticed).length
  const unknown = mutants.filter(({ outcome }) => outcome === 'not run').length
  if (unknown > 0)
    console.log(`\n${unknown} mutants could not be run: run it again, and change nothing meanwhile.`)
  console.log(
    `\n${mutants.length} mutants, ${survived} survived: ${survived - unjudged.length} judged, ${unjudged.length} not`,
  )
  process.exitCode = unjudged.length + stale.length + unknown === 0 ? 0 : 1
}

const folder = join(root, '.cache/mutation')
const options = 'scripts/mutation/stryker.json'
const mutatedFiles: string[] = JSON.parse(readFileSync(join(root, options), 'utf8')).mutate

/** Stryker has its own lock file and is not one of the project's packages: nothing else installs it. */
function install(): void {
  const [lock, stamp] = [join(folder, 'package-lock.json'), join(folder, 'node_modules/.installed.json')]
  const source = join(root, 'scripts/mutation')
  const lockFile = readFileSync(join(source, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockFile) return
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(source, name), join(folder, name))
  // Stryker's vitest runner has vitest as a peer dependency, which it finds among the project's packages.
  const flags = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  run('npm', flags, folder)
  copyFileSync(lock, stamp)
}

/** Runs Stryker, which changes copies of the code. */
function mutateCode(files: readonly string[]): Mutant[] {
  if (files.length === 0) return []
  install()
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  run(join(folder, 'node_modules/.bin/stryker'), ['run', options, '--mutate', files.join(',')], root)
  const found = Object.entries((JSON.parse(readFileSync(report, 'utf8')) as Report).files)
  return found.flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    const offset = ({ line, column }: Point) =>
      lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1)
    const read = mutants.map(({ location: { start, end }, replacement, status }) => ({
      ...placeOf(file, source, { start: offset(start), end: offset(end) }, replacement),
      outcome: statuses[status] ?? 'not run',
    }))
    count(file, read)
    return read
  })
}

type Point = { line: number; column: number }
type Report = {
  files: Record<
    string,
    {
      source: string
      mutants: { location: { start: Point; end: Point }; replacement: string; status: string }[]
    }
  >
}

const statuses: Record<string, Outcome> = {
  Killed: 'killed',
  Timeout: 'timed out',
  Survived: 'survived',
  NoCoverage: 'not covered',
}

function isUnnoticed({ outcome }: Mutant): boolean {
  return outcome === 'survived' || outcome === 'not covered'
}

function count(title: string, mutants: readonly Mutant[]): void {
  const words = outcomes.map(
    (outcome) => `${mutants.filter((mutant) => mutant.outcome === outcome).length} ${outcome}`,
  )
  console.log(`${title}: ${mutants.length} mutants, ${words.join(', ')}`)
}

function say(what: string, place: object): void {
  console.log(`\n${what}:\n${JSON.stringify(place, null, 2)}`)
}

function run(command: string, flags: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, flags, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${flags[0]} failed.`)
}

main()
