import { addressKeys, type Invitee, inviteeName } from './invitee.ts'
import type { ListEntry } from './read-list.ts'

/** A person of the list: one line, or several that have the same address. */
export type ListedPerson = {
  /** The lines, from 1. */
  readonly lines: readonly number[]
  readonly person: Invitee
  readonly problem?: string | undefined
}

/**
 * Joins lines that share an email or a phone and do not contradict each other: what one leaves open, another may say.
 * Lines that share one address and differ in the other stay apart, and the API says of the later that it repeats.
 */
export function mergeDuplicates(written: readonly ListEntry[]): readonly ListedPerson[] {
  const people: { lines: number[]; person: Invitee; problem?: string | undefined }[] = []
  const places = new Map<string, number>()
  for (const { line, person, problem } of written) {
    const keys = problem ? [] : addressKeys(person)
    const place = keys.map((key) => places.get(key)).find((found) => found !== undefined)
    const same = place === undefined ? undefined : people[place]
    if (same && place !== undefined && agree(same.person, person)) {
      same.lines.push(line)
      same.person = { ...person, ...same.person, ...nameOfBoth(same.person, person) }
      for (const key of keys) places.set(key, place)
    } else {
      for (const key of keys) if (!places.has(key)) places.set(key, people.length)
      people.push({ lines: [line], person, problem })
    }
  }
  return people
}

function agree(one: Invitee, other: Invitee): boolean {
  const differ = (field: 'email' | 'phone') =>
    one[field] !== undefined &&
    other[field] !== undefined &&
    addressKeys({ [field]: one[field] })[0] !== addressKeys({ [field]: other[field] })[0]
  return !differ('email') && !differ('phone')
}

/** The name that says more; first and last name stay together. */
function nameOfBoth(one: Invitee, other: Invitee): Pick<Invitee, 'firstName' | 'lastName'> {
  const name = ({ firstName, lastName }: Invitee) => ({ firstName, lastName })
  const length = (person: Invitee) =>
    person.firstName || person.lastName ? inviteeName(name(person)).length : 0
  return name(length(other) > length(one) ? other : one)
}
