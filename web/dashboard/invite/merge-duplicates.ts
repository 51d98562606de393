import { addressKeys } from '../../../src/lists/address-keys.ts'
import type { PhoneFault } from '../../../src/lists/phone-numbers.ts'
import { isOtherName, sameNameKey } from '../../../src/lists/same-name.ts'
import { fill } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'
import { type Invitee, inviteeName } from './invitee.ts'
import { type ListEntry, problemOf } from './read-list.ts'
import { words } from './words.ts'

/** A person of the list: one line, or several with the same address. */
export type ListedPerson = {
  /** Line numbers, from 1. */
  readonly lines: readonly number[]
  readonly person: Invitee
  readonly problem?: string | undefined
  /** Why a number of theirs is left out; undefined if they have another one. */
  readonly phoneLeft?: PhoneFault | undefined
  /** The same in words, where the country says more. */
  readonly phoneProblem?: string | undefined
  /** Where the address has several names: which, and which one was chosen. */
  readonly names?: NamesAtAddress | undefined
}

export type NamesAtAddress = {
  /** The key of the choice: the address. */
  readonly address: string
  readonly names: readonly {
    readonly key: string
    readonly name: string
    readonly lines: readonly number[]
  }[]
  /** The key of the chosen name. The lines of the others are left out. */
  readonly chosen: string | undefined
}

/** The chosen name of addresses with several. */
export type ChosenNames = Readonly<Record<string, string>>

/** Lines of one address: a person, or where the names are of several people, one for each name. */
type Group = { variants: ListedPerson[]; isByEmail: boolean; address: string }

/**
 * Merges lines that share an email or a phone and don't contradict each other; empty fields are filled from the other
 * line. Lines of one address with different names wait for a choice, since only one person can be reached there. Other
 * lines that share one address and differ in the other stay separate, and the API reports the later one as a repetition.
 */
export function mergeDuplicates(
  entries: readonly ListEntry[],
  chosen: ChosenNames = {},
): readonly ListedPerson[] {
  const groups: Group[] = []
  const places = new Map<string, number>()
  for (const { line, person, problem, phoneLeft, phoneProblem } of entries) {
    const listed = { lines: [line], person, problem, phoneLeft, phoneProblem }
    const keys = problem ? [] : addressKeys(person)
    const place = keys.map((key) => places.get(key)).find((found) => found !== undefined)
    const group = place === undefined ? undefined : groups[place]
    const joined = group && joinedGroup(group, listed)
    if (joined && place !== undefined) {
      groups[place] = joined
      for (const key of keys) if (!places.has(key)) places.set(key, place)
    } else {
      for (const key of keys) if (!places.has(key)) places.set(key, groups.length)
      groups.push({ variants: [listed], isByEmail: false, address: '' })
    }
  }
  return groups.map((group) => personOf(group, chosen))
}

/** The group with another line; undefined if the line has to stay apart. */
function joinedGroup(group: Group, listed: ListedPerson): Group | undefined {
  const at = group.variants.findIndex(({ person }) => !isOtherName(person, listed.person))
  const same = group.variants[at]
  if (same) {
    if (!agree(same.person, listed.person)) return undefined
    return { ...group, variants: group.variants.with(at, merged(same, listed)) }
  }
  const shared = (field: 'email' | 'phone') => {
    for (const one of group.variants) {
      const key = sharedKey(field, one, listed)
      if (key !== undefined) return key
    }
    return undefined
  }
  const email = shared('email')
  const phone = email === undefined ? shared('phone') : undefined
  // People with emails of their own may share a phone.
  const hasOtherEmail = () => group.variants.some(({ person }) => differ('email', person, listed.person))
  if (email === undefined && (phone === undefined || hasOtherEmail())) return undefined
  const isByEmail = email !== undefined || group.isByEmail
  return {
    variants: [...group.variants, listed],
    isByEmail,
    address: email ?? (group.address || phone) ?? '',
  }
}

function merged(same: ListedPerson, { lines, person, phoneLeft, phoneProblem }: ListedPerson): ListedPerson {
  const both = {
    ...person,
    ...same.person,
    ...nameOfBoth(same.person, person),
    ...tagsOfBoth(same.person, person),
  }
  return {
    lines: [...same.lines, ...lines],
    person: both,
    ...problemOf(both),
    phoneLeft: both.phone ? undefined : (same.phoneLeft ?? phoneLeft),
    phoneProblem: both.phone ? undefined : (same.phoneProblem ?? phoneProblem),
  }
}

function personOf({ variants, isByEmail, address }: Group, choices: ChosenNames): ListedPerson {
  const [first] = variants
  if (variants.length < 2 || !first) return first as ListedPerson
  const named = variants.map(({ person, lines }) => ({
    key: sameNameKey(person),
    name: inviteeName(person),
    lines,
  }))
  const place = named.findIndex(({ key }) => key === choices[address])
  const chosen = variants[place]
  const names = { address, names: named, chosen: named[place]?.key }
  if (chosen) return { ...chosen, names }
  const { two, more } = words.problems.names[isByEmail ? 'email' : 'phone']
  return {
    lines: variants.flatMap(({ lines }) => lines).sort((one, other) => one - other),
    person: isByEmail ? { email: address } : { phone: address },
    problem: fill(variants.length === 2 ? two : more, { n: variants.length, names: firstNames(named) }),
    names,
  }
}

/** Where an address stands with hundreds of people, the list of names would hide what is asked. */
const mostNamed = 8

function firstNames(named: NamesAtAddress['names']): string {
  const names = formatList(named.slice(0, mostNamed).map(({ name }) => name))
  return named.length > mostNamed ? `${names} …` : names
}

/** The lines that are left out, because another name was chosen for their address. */
export function linesLeftOut({ names }: ListedPerson): readonly number[] {
  if (!names?.chosen) return []
  return names.names
    .flatMap(({ key, lines }) => (key === names.chosen ? [] : lines))
    .sort((one, other) => one - other)
}

function sharedKey(field: 'email' | 'phone', one: ListedPerson, other: ListedPerson): string | undefined {
  const [key] = addressKeys({ [field]: one.person[field] })
  return key !== undefined && key === addressKeys({ [field]: other.person[field] })[0] ? key : undefined
}

function differ(field: 'email' | 'phone', one: Invitee, other: Invitee): boolean {
  return (
    one[field] !== undefined &&
    other[field] !== undefined &&
    addressKeys({ [field]: one[field] })[0] !== addressKeys({ [field]: other[field] })[0]
  )
}

function agree(one: Invitee, other: Invitee): boolean {
  const keys = one.customId !== undefined && other.customId !== undefined && one.customId !== other.customId
  return !differ('email', one, other) && !differ('phone', one, other) && !keys
}

function tagsOfBoth({ tags = [] }: Invitee, other: Invitee): Pick<Invitee, 'tags'> {
  const both = [...new Set([...tags, ...(other.tags ?? [])])]
  return both.length > 0 ? { tags: both } : {}
}

/** The more complete name; of two alike, one that isn't all in capitals. First and last name stay together. */
function nameOfBoth(one: Invitee, other: Invitee): Pick<Invitee, 'firstName' | 'lastName'> {
  const [parts, otherParts] = [one, other].map(
    (person) => sameNameKey(person).split(' ').filter(Boolean).length,
  )
  const isBetter =
    parts === otherParts ? isShouted(one) && !isShouted(other) : (otherParts ?? 0) > (parts ?? 0)
  const { firstName, lastName } = isBetter ? other : one
  return { firstName, lastName }
}

function isShouted({ firstName = '', lastName = '' }: Invitee): boolean {
  const name = firstName + lastName
  return name === name.toUpperCase()
}
