import { phoneFault } from '../../../src/lists/phone-numbers.ts'
import { regionsHere } from '../language/regions-here.ts'
import type { ListEntry } from './read-list.ts'

/** So many numbers show whether a country has such numbers. */
const looked = 20

/**
 * The country that the numbers of a list are probably from: that of the account or the browser, if most of the numbers are
 * numbers of it. Undefined if it can't be told.
 */
export function likelyCountry(
  entries: readonly ListEntry[],
  { countries, readNational }: typeof import('../../../src/lists/number-plans.ts'),
  account: { readonly timezone?: string | undefined; readonly locale?: string | undefined },
): string | undefined {
  const numbers = entries
    .flatMap(({ person: { phone } }) => (phone && phoneFault(phone) === 'country' ? [phone] : []))
    .slice(0, looked)
  if (numbers.length === 0) return undefined
  return regionsHere(countries, account).find(
    (country) => numbers.filter((text) => readNational(text, country)).length * 2 >= numbers.length,
  )
}
