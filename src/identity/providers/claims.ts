import { EmailAddress } from '../../contract/shapes.ts'

/** Whom a provider vouches for. */
export type VouchedPerson = { email: string; name: string | null }

/** A provider's answer that isn't accepted. The reason is one of our words, for the log and the security log. */
export type ProviderRefusal = { refused: string }

/** The address as we store it. Undefined if it is none. */
export function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' ? EmailAddress.safeParse(value).data : undefined
}

/** The part of an address after its last `@`. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/** One line of at most 100 characters. Null if there is none. */
export function readName(...values: unknown[]): string | null {
  for (const value of values) {
    if (typeof value !== 'string') continue
    const line = value
      .normalize('NFC')
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    if (line !== '') return Array.from(line).slice(0, 100).join('')
  }
  return null
}
