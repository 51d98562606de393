import type { PhoneFault } from '../../src/lists/phone-numbers.ts'
import { phoneFault } from '../../src/lists/phone-numbers.ts'
import { settlePhone } from '../../src/lists/settle-phone.ts'
import type { Country } from './country.ts'
import type { ImportRow } from './import-columns.ts'

/** The rows as they are sent, why the number of each is left out, and what there is to say about all of them. */
export type SettledRows = {
  rows: ImportRow[]
  left: (string | undefined)[]
  remarks: string[]
}

/** Reads national numbers by their country. One that can't be read never keeps someone out who has an email address. */
export function settlePhones(given: readonly ImportRow[], country: Country | undefined): SettledRows {
  const [rows, left]: [ImportRow[], (string | undefined)[]] = [[], []]
  const faults: PhoneFault[] = []
  let [national, read] = [0, 0]
  for (const row of given) {
    const { phone, ...others } = row
    const settled =
      phone === undefined ? undefined : settlePhone(phone, Boolean(row.email), country?.readNational)
    if (phone !== undefined && phoneFault(phone) === 'country') national += 1
    if (settled?.kind === 'read') read += 1
    rows.push(!settled ? row : settled.kind === 'left' ? others : { ...others, phone: settled.phone })
    const fault = settled?.kind === 'left' ? settled.fault : undefined
    if (fault) faults.push(fault)
    left.push(fault && phone && leftText(phone, fault, country))
  }
  const count = (fault: PhoneFault) => faults.filter((one) => one === fault).length
  const remarks = [
    read > 0 && `Phone numbers that are read with +${country?.callingCode}: ${read}`,
    !country &&
      national > 0 &&
      `Phone numbers without a country code: ${national}. --country DE, for example, reads them as numbers of Germany.`,
    count('country') > 0 &&
      `Phone numbers that are left out, because they need their country code: ${count('country')}`,
    count('unreadable') > 0 &&
      `Phone numbers that are left out, because they can't be read: ${count('unreadable')}`,
  ]
  return { rows, left, remarks: remarks.filter((one) => one !== false) }
}

/** What the result says of a row whose number is left out. */
function leftText(phone: string, fault: PhoneFault, country: Country | undefined): string {
  if (fault === 'country') return 'Phone left out: it needs its country code.'
  const isNational = phoneFault(phone) === 'country'
  return `Phone left out: ${country && isNational ? country.problemOf(phone) : "it can't be read"}.`
}
