import { Failure } from '../../contract/failure.ts'
import { guessLocale } from '../../contract/locale.ts'
import { EmailAddress, PersonName, PhoneNumber } from '../../contract/shapes.ts'

/** A value of a multi-valued attribute (RFC 7643 section 2.4). */
export type UserEntry = { value: string; type?: string; primary?: boolean }

export type UserName = { formatted?: string; familyName?: string; givenName?: string }

/** What is kept of a user (RFC 7643 section 4.1), as the directory has sent it. */
export type User = {
  userName: string
  externalId?: string
  name?: UserName
  displayName?: string
  emails?: UserEntry[]
  phoneNumbers?: UserEntry[]
  preferredLanguage?: string
  active: boolean
}

const texts = ['userName', 'externalId', 'displayName', 'preferredLanguage'] as const
const names = ['formatted', 'familyName', 'givenName'] as const
export const lists = ['emails', 'phoneNumbers'] as const
const maxEntries = 20
const maxText = 255

/**
 * Reads the attributes that are kept; all others are ignored, as RFC 7644 section 3.3 says of what a server doesn't
 * know. Names of attributes are compared without regard to case (RFC 7643 section 2.1).
 */
export function readUser(sent: Readonly<Record<string, unknown>>): User {
  const fields = byLowerName(sent)
  const user: Partial<User> = {}
  for (const name of texts) {
    const text = textOf(fields, name, name)
    if (text !== undefined) user[name] = text
  }
  const name = nameIn(fields.get('name'))
  if (name) user.name = name
  for (const list of lists) {
    const entries = entriesIn(fields.get(list.toLowerCase()), list)
    if (entries.length > 0) user[list] = entries
  }
  if (!user.userName) throw wrong('userName', 'userName is required.')
  return { ...user, userName: user.userName, active: activeIn(fields.get('active')) }
}

function nameIn(value: unknown): UserName | undefined {
  if (value === undefined || value === null) return undefined
  if (!isPlainObject(value)) throw wrong('name', 'name must be an object.')
  const fields = byLowerName(value)
  const found = names.flatMap((part) => {
    const text = textOf(fields, part, `name.${part}`)
    return text === undefined ? [] : [[part, text] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

function entriesIn(value: unknown, list: string): UserEntry[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw wrong(list, `${list} must be a list.`)
  if (value.length > maxEntries) throw wrong(list, `${list} has too many values: at most ${maxEntries}.`)
  return value.flatMap((entry): UserEntry[] => {
    // Some directories send plain strings.
    if (typeof entry === 'string') return [{ value: limited(entry, list) }]
    if (!isPlainObject(entry)) throw wrong(list, `${list} must have objects with value.`)
    const fields = byLowerName(entry)
    const text = textOf(fields, 'value', list)
    if (text === undefined) return []
    const type = textOf(fields, 'type', list)
    const isPrimary = fields.get('primary') === true || fields.get('primary') === 'true'
    return [{ value: text, ...(type !== undefined && { type }), ...(isPrimary && { primary: true }) }]
  })
}

/** Entra ID sends "True" and "False" as text. */
function activeIn(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw wrong('active', 'active must be true or false.')
}

function textOf(fields: Map<string, unknown>, name: string, param: string): string | undefined {
  const value = fields.get(name.toLowerCase())
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw wrong(param, `${param} must be text.`)
  return limited(value, param)
}

function limited(text: string, param: string): string {
  if (text.length > maxText) throw wrong(param, `${param} is too long: at most ${maxText} characters.`)
  return text
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function byLowerName(fields: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
}

function wrong(param: string, message: string): Failure {
  return new Failure('invalid_input', { message, param })
}

/** What a profile has of a user. */
export type PersonFields = {
  email: string | null
  phone: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
}

/** The work address, the name and the language. A phone number counts if it is one in E.164, blanks aside. */
export function personOf(user: User): PersonFields {
  const { givenName, familyName, formatted } = user.name ?? {}
  const shown = user.displayName ?? formatted
  const hasName = givenName !== undefined || familyName !== undefined
  const email = emailOf(user)
  const fallback = shown ?? (email === null ? user.userName : undefined)
  return {
    email,
    phone: phoneOf(user),
    firstName: cleanName(hasName ? givenName : fallback),
    lastName: cleanName(familyName),
    locale: (user.preferredLanguage && guessLocale(user.preferredLanguage)) ?? null,
  }
}

/** The primary address, else that for work, else the first; the user name if it is an address and there is no other. */
function emailOf({ emails = [], userName }: User): string | null {
  const sorted = [
    ...emails.filter(({ primary }) => primary),
    ...emails.filter(({ type }) => type?.toLowerCase() === 'work'),
    ...emails,
    { value: userName },
  ]
  for (const { value } of sorted) {
    const parsed = EmailAddress.safeParse(value)
    if (parsed.success) return parsed.data
  }
  return null
}

function phoneOf({ phoneNumbers = [] }: User): string | null {
  const sorted = [
    ...phoneNumbers.filter(({ primary }) => primary),
    ...phoneNumbers.filter(({ type }) => type?.toLowerCase() === 'mobile'),
    ...phoneNumbers,
  ]
  for (const { value } of sorted) {
    const parsed = PhoneNumber.safeParse(value.replace(/^tel:/i, '').replace(/[\s().-]/g, ''))
    if (parsed.success) return parsed.data
  }
  return null
}

function cleanName(text: string | undefined): string | null {
  const parsed = PersonName.safeParse(
    [...(text ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')].slice(0, 100).join(''),
  )
  return (parsed.success && parsed.data) || null
}
