import { personName } from '../words/person-name.ts'

/** A person as typed. The API validates the address. */
export type Invitee = {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly locale?: string | undefined
  /** The key of the person in another system. */
  readonly customId?: string | undefined
  /** Labels. */
  readonly tags?: readonly string[] | undefined
}

/** The name, or the address if there is no name. */
export function inviteeName({ firstName, lastName, email, phone }: Invitee): string {
  const known = { firstName: firstName ?? null, lastName: lastName ?? null }
  return personName({ ...known, email: email ?? null, phone: phone ?? null })
}

/** Splits “Amara Diallo” or “Diallo, Amara” into first and last name. A single word is a first name. */
export function splitName(name: string): Pick<Invitee, 'firstName' | 'lastName'> {
  const whole = normalizeSpace(name)
  const turned = /^([^,]+),\s*(.+)$/.exec(whole)
  if (turned) return { firstName: turned[2], lastName: turned[1] }
  const [firstName = '', ...rest] = whole.split(' ')
  return { ...(firstName && { firstName }), ...(rest.length > 0 && { lastName: rest.join(' ') }) }
}

/** Collapses spaces and removes quotes that programs put around names. */
export function normalizeSpace(text: string): string {
  return text.replace(/["<>]/g, ' ').replace(/\s+/g, ' ').trim()
}

/**
 * The name of a row with a cell of the whole name beside those of its parts: the parts go first, and what one of them
 * lacks is in the whole.
 */
export function nameOfParts(
  whole: string,
  firstName: string,
  lastName: string,
): Pick<Invitee, 'firstName' | 'lastName'> {
  if (!firstName && !lastName) return splitName(whole)
  const given = { ...(firstName && { firstName }), ...(lastName && { lastName }) }
  const name = normalizeSpace(whole)
  if (!name || (firstName && lastName)) return given
  const rest = restOfName(name, firstName || lastName)
  if (firstName) {
    // “Bob” beside “Robert Smith”, and “Petra” beside “Schulz”.
    const other = rest ?? (name.includes(' ') ? splitName(name).lastName : name)
    return { firstName, ...(other && { lastName: other }) }
  }
  const other = rest ?? (name.includes(',') ? splitName(name).firstName : name)
  return { ...(other && { firstName: other }), lastName }
}

/** What a whole name has besides one of its parts: “Schulz” of “Petra Schulz” and of “Schulz, Petra”; undefined if it isn't in it. */
export function restOfName(name: string, part: string): string | undefined {
  const words = normalizeSpace(name)
    .split(/[\s,]+/)
    .filter(Boolean)
  const parts = normalizeSpace(part)
    .split(/[\s,]+/)
    .filter(Boolean)
  const isAt = (start: number) =>
    start >= 0 && parts.every((one, at) => words[start + at]?.toLowerCase() === one.toLowerCase())
  if (parts.length === 0) return undefined
  const end = words.length - parts.length
  if (isAt(0)) return words.slice(parts.length).join(' ')
  return isAt(end) ? words.slice(0, end).join(' ') : undefined
}
