import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/**
 * Mutants that no test notices, and why that is acceptable; `test/mutation.test.ts` compares the list with the code.
 */
export const judgedFile = join(root, 'test/mutation.json')

/**
 * One change of one place: in this line of the file, `from` becomes `to`. A place of several lines is shown by its
 * first.
 */
export type Place = { file: string; line: string; from: string; to: string }
export type Judged = Place & { why: string }
export type Mutant = Place & { outcome: Outcome }

/** `not run`: something other than the tests failed, so the outcome is unknown. */
export type Outcome = (typeof outcomes)[number]
export const outcomes = ['killed', 'timed out', 'survived', 'not covered', 'not run'] as const

export function readJudged(): Judged[] {
  return JSON.parse(readFileSync(judgedFile, 'utf8'))
}

/** Converts a range of offsets into a place. */
export function placeOf(
  file: string,
  text: string,
  { start, end }: { start: number; end: number },
  to: string,
): Place {
  const [before, after] = [text.lastIndexOf('\n', start - 1) + 1, text.indexOf('\n', start)]
  const line = text.slice(before, after < 0 ? text.length : after).trim()
  return { file, line, from: firstLine(text.slice(start, end)), to: firstLine(to) }
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').trim()
}

/**
 * Mutants that survived without a justification, and justified ones that no longer survive. A place may occur more than
 * once.
 */
export function compare(
  mutants: readonly Mutant[],
  judged: readonly Judged[],
): { unjudged: Place[]; stale: Judged[] } {
  const left = [...judged]
  const unjudged = mutants.filter(({ outcome, ...place }) => {
    if (outcome !== 'survived' && outcome !== 'not covered') return false
    const at = left.findIndex((one) => isSame(one, place))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return { unjudged: unjudged.map(({ outcome: _, ...place }) => place), stale: left }
}

function isSame(one: Place, other: Place): boolean {
  return (['file', 'line', 'from', 'to'] as const).every((name) => one[name] === other[name])
}
