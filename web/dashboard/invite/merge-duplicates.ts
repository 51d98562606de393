import type { PhoneFault } from '../../../src/lists/phone-numbers.ts'
import { addressKeys, type Invitee, inviteeName } from './invitee.ts'
import type { ListEntry } from './read-list.ts'

/** A person of the list: one line, or several with the same address. */
export type ListedPerson = {
  /** Line numbers, from 1. */
  readonly lines: readonly number[]
  readonly person: Invitee
  readonly problem?: string | undefined
  /** Why a number of theirs is left out; undefined if they have another one. */
  readonly phoneLeft?: PhoneFault | undefined
}

/**
 * Merges lines that share an email or a phone and don't contradict each other; empty fields are filled from the other
 * line. Lines that share one address and differ in the other stay separate, and the API reports the later one as a
 * repetition.
 */
export function mergeDuplicates(entries: readonly ListEntry[]): readonly ListedPerson[] {
  const people: ListedPerson[] = []
  const places = new Map<string, number>()
  for (const { line, person, problem, phoneLeft } of entries) {
    const keys = problem ? [] : addressKeys(person)
    const place = keys.map((key) => places.get(key)).find((found) => found !== undefined)
    const same = place === undefined ? undefined : people[place]
    if (same && place !== undefined && agree(same.person, person)) {
      const merged = {
        ...person,
        ...same.person,
        ...nameOfBoth(same.person, person),
        ...tagsOfBoth(same.person, person),
      }
      people[place] = {
        lines: [...same.lines, line],
        person: merged,
        phoneLeft: merged.phone ? undefined : (same.phoneLeft ?? phoneLeft),
      }
      for (const key of keys) places.set(key, place)
    } else {
      for (const key of keys) if (!places.has(key)) places.set(key, people.length)
      people.push({ lines: [line], person, problem, phoneLeft })
    }
  }
  return people
}

function agree(one: Invitee, other: Invitee): boolean {
  const differ = (field: 'email' | 'phone') =>
    one[field] !== undefined &&
    other[field] !== undefined &&
    addressKeys({ [field]: one[field] })[0] !== addressKeys({ [field]: other[field] })[0]
  const keys = one.customId !== undefined && other.customId !== undefined && one.customId !== other.customId
  return !differ('email') && !differ('phone') && !keys
}

function tagsOfBoth({ tags = [] }: Invitee, other: Invitee): Pick<Invitee, 'tags'> {
  const both = [...new Set([...tags, ...(other.tags ?? [])])]
  return both.length > 0 ? { tags: both } : {}
}

/** The more complete name. First and last name stay together. */
function nameOfBoth(one: Invitee, other: Invitee): Pick<Invitee, 'firstName' | 'lastName'> {
  const name = ({ firstName, lastName }: Invitee) => ({ firstName, lastName })
  const length = (person: Invitee) =>
    person.firstName || person.lastName ? inviteeName(name(person)).length : 0
  return name(length(other) > length(one) ? other : one)
}
