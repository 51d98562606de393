import { type PhoneFault, phoneFault } from '../../../src/lists/phone-numbers.ts'
import { settlePhone } from '../../../src/lists/settle-phone.ts'
import type { DeliveryMode } from '../words/delivery.ts'
import { type NationalReader, numberProblem } from './number-problem.ts'
import type { ListEntry } from './read-list.ts'

/** What became of the numbers of a list. */
export type PhoneCounts = {
  /** Those without a country code, as typed. */
  readonly national: number
  /** Those of them that were read by the chosen country. */
  readonly read: number
  /** Those left out beside an email address. */
  readonly left: Readonly<Record<PhoneFault, number>>
}

/** Reads national numbers by their country, and leaves out those that can't be read where the message goes by email. */
export function settlePhones(
  entries: readonly ListEntry[],
  way: DeliveryMode,
  national?: NationalReader,
): { readonly entries: readonly ListEntry[]; readonly counts: PhoneCounts } {
  const left = { country: 0, unreadable: 0 }
  let withoutCountry = 0
  let read = 0
  const settled = entries.map((entry): ListEntry => {
    const { phone, ...others } = entry.person
    if (phone === undefined) return entry
    const number = settlePhone(phone, Boolean(others.email) && way !== 'sms', national?.read)
    const lacksCountry = phoneFault(phone) === 'country'
    if (lacksCountry) withoutCountry += 1
    // With the country it can be said what is wrong.
    const fault =
      national && lacksCountry && number.kind !== 'read' ? numberProblem(phone, national) : undefined
    if (number.kind === 'left') {
      left[number.fault] += 1
      return { ...entry, person: others, phoneLeft: number.fault, ...(fault && { phoneProblem: fault }) }
    }
    if (fault && !entry.problem) return { ...entry, problem: fault }
    if (number.kind !== 'read') return entry
    read += 1
    return { ...entry, person: { ...entry.person, phone: number.phone } }
  })
  return { entries: settled, counts: { national: withoutCountry, read, left } }
}
