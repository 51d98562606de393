/** Values by which a person could be recognized. Every row has the same keys. */
export type QuasiIdentifiers = Readonly<Record<string, string>>

/** How many people have the same values, by these as text: few entries, however many people. */
export type PeopleByValues = Map<string, { readonly values: QuasiIdentifiers; count: number }>

export function peopleByValues(list: Iterable<QuasiIdentifiers>): PeopleByValues {
  const people: PeopleByValues = new Map()
  for (const values of list) countPerson(people, values)
  return people
}

export function countPerson(people: PeopleByValues, values: QuasiIdentifiers): void {
  const key = keyOf(values, Object.keys(values))
  const alike = people.get(key)
  if (alike) alike.count += 1
  else people.set(key, { values, count: 1 })
}

/** The least number of rows that share their values (P. Samarati and L. Sweeney 1998: k-anonymity). */
export const smallestGroup = 5
/**
 * The largest share of the people with some values who may be among the rows with these values (M. E. Nergiz, M. Atzori
 * and C. Clifton 2007, SIGMOD, 665-676: delta-presence). Anyone who knows a person's values learns no more than that
 * chance that the person is among the rows.
 */
export const largestShare = 2 / 3

/** What stands for a value that is not given. */
export const withheld = '*'

/**
 * The rows with those columns that can be given for all of them, or with everything withheld for few (full-domain
 * generalization). `population` are all people who could be among the rows, the rows included. Of the possible choices the
 * one that gives most values wins. The rows come back in their order, so the caller can attach what else it knows.
 */
export function anonymousRows(
  rows: readonly QuasiIdentifiers[],
  population: PeopleByValues,
): QuasiIdentifiers[] {
  const columns = Object.keys(rows[0] ?? {})
  const everything = (1 << columns.length) - 1
  const shown = peopleByValues(rows)
  let best = { given: -1, safe: new Set<string>(), kept: [] as string[] }
  for (let choice = everything; choice >= 0; choice--) {
    const kept = columns.filter((_, at) => choice & (1 << at))
    const safe = safeGroups(shown, population, kept)
    if (!safe) continue
    const given = kept.length * countWhere(shown, (values) => safe.has(keyOf(values, kept)))
    if (given > best.given) best = { given, safe, kept }
  }
  return rows.map((row) => {
    const isGiven = best.safe.has(keyOf(row, best.kept))
    const value = (column: string) =>
      isGiven && best.kept.includes(column) ? (row[column] as string) : withheld
    return Object.fromEntries(columns.map((column) => [column, value(column)]))
  })
}

function countWhere(people: PeopleByValues, is: (values: QuasiIdentifiers) => boolean): number {
  let sum = 0
  for (const { values, count } of people.values()) if (is(values)) sum += count
  return sum
}

/**
 * The groups by these columns that may be shown. Undefined if what remains would itself be too small a group, or too
 * large a share of the people who are in no group shown.
 */
function safeGroups(
  rows: PeopleByValues,
  population: PeopleByValues,
  kept: readonly string[],
): Set<string> | undefined {
  const [found, all] = [countBy(rows, kept), countBy(population, kept)]
  const isSafe = (count: number, of: number) => count >= smallestGroup && count <= largestShare * of
  const safe = new Set<string>()
  for (const [key, count] of found) if (isSafe(count, all.get(key) ?? 0)) safe.add(key)
  const outside = (counts: ReadonlyMap<string, number>) =>
    [...counts].reduce((sum, [key, count]) => sum + (safe.has(key) ? 0 : count), 0)
  const left = outside(found)
  return left === 0 || isSafe(left, outside(all)) ? safe : undefined
}

function countBy(people: PeopleByValues, kept: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { values, count } of people.values()) {
    const key = keyOf(values, kept)
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

function keyOf(row: QuasiIdentifiers, kept: readonly string[]): string {
  return JSON.stringify(kept.map((column) => row[column]))
}
