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
