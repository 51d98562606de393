import { type PhoneFault, phoneFault } from './phone-numbers.ts'
import type { ListEntry } from './read-list.ts'
import type { DeliveryMode } from './verdicts.ts'

/** What became of the numbers of a list. */
export type PhoneCounts = {
  /** Those without a country code, as typed. */
  readonly national: number
  /** Those of them that were read by the chosen country. */
  readonly read: number
  /** Those left out beside an email address. */
  readonly left: Readonly<Record<PhoneFault, number>>
}

/**
 * Reads national numbers by their country. One that can't be read is left out where the message goes by email, and stays
 * where it goes by SMS, so that the row is shown as one to correct.
 */
export function settlePhones(
  entries: readonly ListEntry[],
  way: DeliveryMode,
  readNational?: (text: string) => string | undefined,
): { readonly entries: readonly ListEntry[]; readonly counts: PhoneCounts } {
  const left = { country: 0, unreadable: 0 }
  let national = 0
  let read = 0
  const settled = entries.map((entry): ListEntry => {
    const { phone, ...others } = entry.person
    if (phone === undefined) return entry
    const fault = phoneFault(phone)
    if (fault === undefined) return entry
    if (fault === 'country') national += 1
    const number = fault === 'country' ? readNational?.(phone) : undefined
    if (number !== undefined) {
      read += 1
      return { ...entry, person: { ...entry.person, phone: number } }
    }
    if (!others.email || way === 'sms') return entry
    // With a country, what is missing is not the country code.
    const phoneLeft = readNational ? 'unreadable' : fault
    left[phoneLeft] += 1
    return { ...entry, person: others, phoneLeft }
  })
  return { entries: settled, counts: { national, read, left } }
}
