import { addressKeys } from '../../../src/lists/address-keys.ts'
import { type PhoneFault, phoneFault } from '../../../src/lists/phone-numbers.ts'
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
  /** Of someone who is added by their own number: the address that they share, and the key of their name. */
  readonly apart?: { readonly address: string; readonly key: string } | undefined
}

export type NamesAtAddress = {
  /** The key of the choice: the address. */
  readonly address: string
  readonly names: readonly {
    readonly key: string
    readonly name: string
    readonly lines: readonly number[]
    /** A number of their own, by which they can be added too. */
    readonly phone?: string | undefined
  }[]
  /** The key of the chosen name. The lines of the others are left out. */
  readonly chosen: string | undefined
}

/** The chosen name of addresses with several. */
export type ChosenNames = Readonly<Record<string, string>>

/** What was chosen besides: who is added by a number of their own, and to whom addresses went in an earlier sending. */
export type OtherChoices = {
  /** By `apartKey`. */
  readonly apart?: readonly string[] | undefined
  readonly taken?: ChosenNames | undefined
}

export function apartKey(address: string, nameKey: string): string {
  return `${address} ${nameKey}`
}

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
  { apart = [], taken = {} }: OtherChoices = {},
): readonly ListedPerson[] {
  const isApart = new Set(apart)
  const groups: Group[] = []
  const places = new Map<string, number>()
  for (const { line, person: given, problem, phoneLeft, phoneProblem } of entries) {
    const listed = { lines: [line], problem, phoneLeft, phoneProblem, ...byNumber(given, isApart) }
    const { person } = listed
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
  return groups.map((group) => personOf(group, chosen, taken))
}

/** Someone who is added by their number has nothing of the address that is another person's. */
function byNumber(person: Invitee, isApart: ReadonlySet<string>): Pick<ListedPerson, 'person' | 'apart'> {
  if (isApart.size === 0 || !person.phone) return { person }
  const { email, ...others } = person
  const [address] = addressKeys({ email })
  const key = sameNameKey(person)
  if (address === undefined || !isApart.has(apartKey(address, key))) return { person }
  return { person: others, apart: { address, key } }
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

function merged(
  same: ListedPerson,
  { lines, person, phoneLeft, phoneProblem, apart }: ListedPerson,
): ListedPerson {
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
    apart: same.apart ?? apart,
  }
}

function personOf(group: Group, choices: ChosenNames, taken: ChosenNames): ListedPerson {
  const { variants } = group
  const [first] = variants
  if (!first) return first as never
  const isByEmail = group.isByEmail || variants.length < 2
  const address = variants.length < 2 ? (addressKeys({ email: first.person.email })[0] ?? '') : group.address
  const isTaken = isByEmail && isOfOther(taken[address], variants)
  if (variants.length < 2 && !isTaken) return first
  const named = variants.map((variant) => ({
    key: sameNameKey(variant.person),
    name: inviteeName(variant.person),
    lines: variant.lines,
    phone: isByEmail ? ownNumber(variant, variants) : undefined,
  }))
  const place = named.findIndex(({ key }) => key === choices[address])
  const chosen = variants[place]
  const names = { address, names: named, chosen: named[place]?.key }
  if (chosen) return { ...chosen, names }
  if (isTaken && variants.length < 2) return { ...first, problem: words.problems.otherName, names }
  const { two, more } = words.problems.names[isByEmail ? 'email' : 'phone']
  return {
    lines: variants.flatMap(({ lines }) => lines).sort((one, other) => one - other),
    person: isByEmail ? { email: address } : { phone: address },
    problem: isTaken
      ? words.problems.otherName
      : fill(variants.length === 2 ? two : more, { n: variants.length, names: firstNames(named) }),
    names,
  }
}

/** Whether an address went to a person with another name than all of these. */
function isOfOther(takenBy: string | undefined, variants: readonly ListedPerson[]): boolean {
  const keys = variants.map(({ person }) => sameNameKey(person))
  return takenBy !== undefined && keys.every((key) => key !== '' && key !== takenBy)
}

/** A number that can be called, and is that of none of the others. */
function ownNumber(one: ListedPerson, all: readonly ListedPerson[]): string | undefined {
  const { phone } = one.person
  if (!phone || phoneFault(phone) !== undefined) return undefined
  const isShared = all.some((other) => other !== one && sharedKey('phone', one, other) !== undefined)
  return isShared ? undefined : addressKeys({ phone })[0]
}

/** Where an address stands with hundreds of people, the list of names would hide what is asked. */
const mostNamed = 8

function firstNames(named: NamesAtAddress['names']): string {
  const names = formatList(named.slice(0, mostNamed).map(({ name }) => name))
  return named.length > mostNamed ? `${names} …` : names
}

/** The names that are left out, because another one was chosen for their address. */
export function namesLeftOut({ names }: ListedPerson): readonly string[] {
  if (!names?.chosen) return []
  return names.names.flatMap(({ key, name }) => (key === names.chosen ? [] : name))
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
