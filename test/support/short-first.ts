/** A part of the cases of one test, and the options with which it runs. */
type Part<T> = { cases: readonly T[]; options: { tags?: 'long' } }

/** The first case for `npm test`, and the others in a long test of their own. */
export function shortFirst<T>(cases: readonly T[]): Part<T>[] {
  return [
    { cases: cases.slice(0, 1), options: {} },
    { cases: cases.slice(1), options: { tags: 'long' } },
  ]
}

/** The first case with fewer checks for `npm test`, and all cases with all checks in a long test. */
export function shortThenAll<T>(cases: readonly T[]): (Part<T> & { isLong: boolean })[] {
  return [
    { cases: cases.slice(0, 1), isLong: false, options: {} },
    { cases, isLong: true, options: { tags: 'long' } },
  ]
}

/** A race in a few rounds for `npm test`, and in as many as find a rare one in a long test. */
export function fewAndMany(few: number, many: number): { rounds: number; options: { tags?: 'long' } }[] {
  return [
    { rounds: few, options: {} },
    { rounds: many, options: { tags: 'long' } },
  ]
}

/** The names of these cases, for a title. */
export const namesOf = (cases: readonly { name: string }[]) => cases.map(({ name }) => name).join(', ')
