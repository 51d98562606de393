import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
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

/** Why a country has no such number. `digits`: how many are missing or too many, if that can be told. */
export type NationalFault = {
  readonly kind: 'short' | 'long' | 'other'
  readonly digits?: number | undefined
}

/** Why a number that `readNational` can't read is none of this country. */
export function nationalFault(text: string, country: string): NationalFault {
  if (!isSupportedCountry(country)) return { kind: 'other' }
  const length = validatePhoneNumberLength(text, country)
  const number = text.replace(/\D+$/, '')
  for (let digits = 1; digits <= 2; digits += 1) {
    // Some countries take any length between a few and many digits; what the first digits mean says how many there are.
    if (length !== 'TOO_LONG' && canBeContinued(number, digits, country)) return { kind: 'short', digits }
    if (length !== 'TOO_SHORT' && validNumber(withoutLast(number, digits), country)) {
      return { kind: 'long', digits }
    }
  }
  if (length === 'TOO_SHORT') return { kind: 'short' }
  return { kind: length === 'TOO_LONG' ? 'long' : 'other' }
}

function canBeContinued(number: string, digits: number, country: CountryCode): boolean {
  return Array.from('0123456789').some((digit) => validNumber(number + digit.repeat(digits), country))
}

function withoutLast(number: string, digits: number): string {
  return digits === 0 ? number : withoutLast(number.replace(/\d\D*$/, ''), digits - 1)
}
