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
