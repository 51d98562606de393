import { isNothing, visible } from '../../../src/lists/address-text.ts'
import { fill } from '../language/fill.ts'
import { type Invitee, normalizeSpace, splitName } from './invitee.ts'
import { type NameOrder, nameInOrder, orderByAddress } from './name-order.ts'
import { words } from './words.ts'

/** A person of a line. `pair`: both parts of the name, where only their order says which one is the first name. */
export type LinePerson = { readonly person: Invitee; readonly pair?: readonly [string, string] }

/** The people of one line, without anything of the other lines. */
export function parseListLine(line: string): readonly Invitee[] | string {
  const read = readListLine(line)
  return typeof read === 'string' ? read : read.map((one) => inOrder(one, 'firstLast'))
}

/** The person with a name in the order that the address shows, else in this one. */
export function inOrder({ person, pair }: LinePerson, usual: NameOrder): Invitee {
  return pair ? { ...person, ...nameInOrder(pair, orderByAddress(pair, person.email) ?? usual) } : person
}

/**
 * The people of one line, with the parts in any order: `amara@x.test, Amara Diallo`, `Amara Diallo <amara@x.test>`,
 * `+49 151 12345678; Jonas`. Several addresses in one line, as in a “To” field, are several people. A string is the
 * problem of the line.
 */
export function readListLine(line: string): readonly LinePerson[] | string {
  const cells = cellsOf(visible(line)).filter((cell) => !isNothing(cell))
  const found = line.match(everyEmail) ?? []
  const broken = found.length === 1 ? withComma(line, found[0] ?? '') : undefined
  if (broken) return fill(problems.commaInEmail, { text: broken })
  if (found.length < 2) return one(cells)
  const isList = cells.every((cell) => (cell.match(everyEmail) ?? []).length === 1)
  if (isList) return several(cells)
  const bare = cells.flatMap((cell) => cell.split(/\s+/)).filter(Boolean)
  return bare.every((word) => word.includes('@')) ? several(bare) : problems.twoEmails
}

/** An address with a comma for the dot of its host, of which what follows is no name; undefined if it is none. */
function withComma(line: string, email: string): string | undefined {
  if (email.slice(email.indexOf('@')).includes('.')) return undefined
  const [end] = /^,[a-z]{2,}(?=$|[\s,;>])/.exec(line.slice(line.indexOf(email) + email.length)) ?? []
  return end && email + end
}

function several(cells: readonly string[]): readonly LinePerson[] | string {
  const people: LinePerson[] = []
  for (const cell of cells) {
    const read = one([cell])
    if (typeof read === 'string') return read
    people.push(...read)
  }
  return people
}

function one(cells: readonly string[]): readonly LinePerson[] | string {
  let email: string | undefined
  let phone: string | undefined
  const names: string[] = []
  for (const cell of cells) {
    const [address] = cell.match(anEmail) ?? []
    // Some addresses contain an apostrophe (`o'hara@`); around a whole address it is a quote.
    email ??= address?.replace(/^'(.*)'$/, '$1')
    const rest = address ? cell.replace(address, ' ').replace(/\bmailto:/i, ' ') : cell
    const [number] = aDate.test(rest) ? [] : (rest.match(aNumber) ?? [])
    if (number && phone) return problems.twoPhones
    phone ??= number?.trim()
    const name = normalizeSpace(number ? rest.replace(number, ' ') : rest)
    if (name && !/\p{L}/u.test(name)) return fill(problems.neither, { text: name })
    if (name) names.push(name)
  }
  if (!email && !phone) return problems.noAddress
  const [first = '', ...others] = names
  // “Ria Sen, Sales” and “Ria, Sen, Sales” have more than a name, and nobody must be called by it.
  if (others.length > 1 || (others.length === 1 && first.includes(' '))) {
    return fill(problems.notName, { text: others.at(-1) ?? '' })
  }
  const address = { ...(email && { email }), ...(phone && { phone }) }
  const [second] = others
  if (second !== undefined) return [{ person: address, pair: [first, second] }]
  return [{ person: { ...address, ...splitName(first) } }]
}

const { problems } = words

const anEmail = /[^\s<>"(),;:]*@[^\s<>"(),;]*/
const everyEmail = new RegExp(anEmail, 'g')
/** At least six digits, with the usual punctuation; ends with a digit. */
const aNumber = /(?:\+|\b00)?[\s(]*\d[\d\s().\-/]{4,}\d/

/** A title such as “Export 28.11.2026” has no number that can be called. */
const aDate = /(?:^|\s)(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2})(?!\d)/

/** Splits at commas, semicolons and tabs outside quotes. */
function cellsOf(line: string): readonly string[] {
  const parts = line.match(/(?:"[^"]*"|[^,;\t])+/g) ?? []
  return parts.map((part) => part.trim()).filter(Boolean)
}
