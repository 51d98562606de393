import { plainName } from '../../../src/lists/same-name.ts'
import type { Invitee } from './invitee.ts'

/** Which part of a name comes first in a list of two cells: `Paul, Adams` or `Adams, Paul`. */
export type NameOrder = 'firstLast' | 'lastFirst'
type Pair = readonly [string, string]

export function nameInOrder([one, other]: Pair, order: NameOrder): Pick<Invitee, 'firstName' | 'lastName'> {
  return order === 'firstLast' ? { firstName: one, lastName: other } : { firstName: other, lastName: one }
}

/**
 * The order that an address shows: its first name comes before its last name (`paul.adams@`), and only a first name is
 * cut to its first letter (`p.adams@`, `padams@`). Undefined if it shows none.
 */
export function orderByAddress([one, other]: Pair, email: string | undefined): NameOrder | undefined {
  const local = lettersOf((email ?? '').split(/[@+]/)[0] ?? '')
  const [isGiven, isTurned] = [isOf(local, one, other), isOf(local, other, one)]
  if (isGiven === isTurned) return undefined
  return isGiven ? 'firstLast' : 'lastFirst'
}

/** Of several first names, addresses have the first one. */
function isOf(local: string, first: string, last: string): boolean {
  const family = lettersOf(last)
  const given = [lettersOf(first), lettersOf(first.split(/[\s-]/)[0] ?? '')]
  return given.some((name) => local === name + family || local === name.charAt(0) + family)
}

function lettersOf(text: string): string {
  return plainName(text).replace(/[^\p{L}]/gu, '')
}

/** How the names of a list are ordered that don't show it themselves. */
export type ListOrder = {
  readonly order: NameOrder
  /** A name to ask about, if no address of the list shows the order and no one has chosen it. */
  readonly example: Pair | undefined
}

/** An address that has to be corrected first: parts of it can be among the names. */
function isBroken(email: string | undefined): boolean {
  return email !== undefined && !/@[^@]+\.[^@.]+$/.test(email)
}

/** `chosen`: what someone has answered for the list. */
export function orderOfList(
  people: readonly { readonly person: Invitee; readonly pair?: Pair | undefined }[],
  chosen: NameOrder | undefined,
): ListOrder {
  let [given, turned] = [0, 0]
  let example: Pair | undefined
  for (const { person, pair } of people) {
    if (!pair) continue
    const order = orderByAddress(pair, person.email)
    if (order === 'firstLast') given += 1
    else if (order === 'lastFirst') turned += 1
    else if (!isBroken(person.email)) example ??= pair
  }
  // Most addresses show the same, so a few odd ones decide nothing.
  const told = given > turned * 4 ? 'firstLast' : turned > given * 4 ? 'lastFirst' : undefined
  return { order: chosen ?? told ?? 'firstLast', example: told ? undefined : example }
}
