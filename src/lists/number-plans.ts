import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/** The countries with a numbering plan, as ISO 3166 codes. */
export const countries: readonly string[] = getCountries()

export function callingCode(country: string): string {
  return isSupportedCountry(country) ? getCountryCallingCode(country) : ''
}

/** A number without a country code, as one of this country in E.164 form; undefined if that country has no such number. */
export function readNational(text: string, country: string): string | undefined {
  if (!isSupportedCountry(country)) return undefined
  const national = validNumber(text, country)
  if (national?.getType() === 'MOBILE') return national.number
  // “49 151 …” has its country code, only the plus sign is missing.
  const whole = text.trim().startsWith(callingCode(country))
    ? validNumber(`+${text.trim()}`, country)
    : undefined
  return (whole?.getType() === 'MOBILE' ? whole : national)?.number
}

function validNumber(text: string, defaultCountry: CountryCode) {
  const number = parsePhoneNumberFromString(text, { defaultCountry, extract: false })
  return number?.isValid() ? number : undefined
}

/** Why a country has no such number: some digits are missing or too many, or something else. */
export type NationalFault =
  | { readonly kind: 'short' | 'long'; readonly digits: number }
  | { readonly kind: 'other' }

/** With more digits missing or too many, it can't be told what a number was meant to be. */
const mostDigits = 3

/**
 * Why a number that `readNational` can't read is none of this country. It is tried with more and with fewer digits, because
 * many countries have numbers of any length, depending on what they begin with.
 */
export function nationalFault(text: string, country: string): NationalFault {
  if (!isSupportedCountry(country)) return { kind: 'other' }
  const number = text.trim()
  for (let digits = 1; digits <= mostDigits; digits += 1) {
    if (canBeContinued(number, digits, country)) return { kind: 'short', digits }
    if (validNumber(withoutLast(number, digits), country)) return { kind: 'long', digits }
  }
  return { kind: 'other' }
}

function canBeContinued(number: string, digits: number, country: CountryCode): boolean {
  return Array.from('0123456789').some((digit) => validNumber(number + digit.repeat(digits), country))
}

function withoutLast(number: string, digits: number): string {
  return digits === 0 ? number : withoutLast(number.replace(/\d\D*$/, ''), digits - 1)
}
