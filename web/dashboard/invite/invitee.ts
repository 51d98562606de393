import { personName } from '../words/person-name.ts'

/** Somebody as they were written; the API judges whether an address is one. */
export type Invitee = {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly locale?: string | undefined
}

/** What a row shows: the name, or the address where there is none. */
export function inviteeName({ firstName, lastName, email, phone }: Invitee): string {
  const known = { firstName: firstName ?? null, lastName: lastName ?? null }
  return personName({ ...known, email: email ?? null, phone: phone ?? null })
}

/** “Amara Diallo” in its two parts; “Diallo, Amara” likewise. A name of one word is a first name. */
export function splitName(name: string): Pick<Invitee, 'firstName' | 'lastName'> {
  const whole = normalizeSpace(name)
  const turned = /^([^,]+),\s*(.+)$/.exec(whole)
  if (turned) return { firstName: turned[2], lastName: turned[1] }
  const [firstName = '', ...rest] = whole.split(' ')
  return { ...(firstName && { firstName }), ...(rest.length > 0 && { lastName: rest.join(' ') }) }
}

/** One blank between words, and none of the marks that programs put around names. */
export function normalizeSpace(text: string): string {
  return text.replace(/["<>]/g, ' ').replace(/\s+/g, ' ').trim()
}

/** By what two lines mean the same person. */
export function addressKeys({ email, phone }: Invitee): readonly string[] {
  return [
    ...(email ? [email.normalize('NFC').toLowerCase()] : []),
    ...(phone ? [phone.replace(/[\s().\-/]/g, '').replace(/^00/, '+')] : []),
  ]
}
