import { type PhoneFault, phoneFault } from './phone-numbers.ts'

/** A number as it is sent: as given, read by its country, or left out because it can't be read. */
export type SettledPhone =
  | { readonly phone: string; readonly kind: 'given' | 'read' | 'faulty' }
  | { readonly kind: 'left'; readonly fault: PhoneFault }

/**
 * Reads a number without a country code by its country. One that can't be read is left out where the person has another
 * address, so that it keeps nobody out; otherwise it stays, so that the row is shown as one to correct.
 */
export function settlePhone(
  phone: string,
  hasOtherAddress: boolean,
  readNational: ((text: string) => string | undefined) | undefined,
): SettledPhone {
  const fault = phoneFault(phone)
  if (fault === undefined) return { phone, kind: 'given' }
  const number = fault === 'country' ? readNational?.(phone) : undefined
  if (number !== undefined) return { phone: number, kind: 'read' }
  if (!hasOtherAddress) return { phone, kind: 'faulty' }
  // With a country, what is missing is not the country code.
  return { kind: 'left', fault: readNational ? 'unreadable' : fault }
}
