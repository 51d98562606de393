/** Why no text message can be sent to a number. */
export type PhoneNumberRefusal = 'country' | 'kind' | 'invalid'

/**
 * Why a number in E.164 form can't receive text messages; undefined if it can. Countries are allowed by prefix, as
 * configured. The mailbox (`any`) accepts invented numbers, because nothing is sent and nothing costs; numbers known to
 * be expensive are refused even there, so that trying it out shows the real behavior.
 */
export async function findPhoneNumberRefusal(
  phone: string,
  countries: readonly string[] | 'any',
): Promise<PhoneNumberRefusal | undefined> {
  if (countries !== 'any' && !countries.some((prefix) => phone.startsWith(prefix))) return 'country'
  if (nonGeographic.test(phone)) return 'kind'
  // Loaded with the first text message: its tables take 50 ms, which services that send none shouldn't spend.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(phone)
  const type = number?.getType()
  if (number === undefined || type === undefined) return countries === 'any' ? undefined : 'invalid'
  if (countries !== 'any' && !countries.some((prefix) => isCountryAllowed(prefix, number))) return 'country'
  return refusedTypes.has(type) ? 'kind' : undefined
}

/**
 * A prefix that is only a calling code means the main country of that code; other countries with the same code need a
 * longer prefix. SMS fraud often uses islands that share the code of a large country.
 */
function isCountryAllowed(prefix: string, { number, countryCallingCode, country }: Parsed): boolean {
  if (!number.startsWith(prefix)) return false
  const main = Object.hasOwn(mainCountries, countryCallingCode)
    ? mainCountries[countryCallingCode]
    : undefined
  const isBare = prefix.length <= `+${countryCallingCode}`.length
  return !isBare || main === undefined || (country !== undefined && main.includes(country))
}

type Parsed = { number: string; countryCallingCode: string; country?: string | undefined }

/** The main countries of shared calling codes; for +1 the two large ones. */
export const mainCountries: Readonly<Record<string, readonly string[]>> = {
  1: ['US', 'CA'],
  7: ['RU'],
  39: ['IT'],
  44: ['GB'],
  47: ['NO'],
  61: ['AU'],
  212: ['MA'],
  262: ['RE'],
  290: ['SH'],
  358: ['FI'],
  590: ['GP'],
  599: ['CW'],
}

/**
 * Codes of no country (ITU-T E.164): satellites 870 and 881, networks 882 and 883, free 800, shared cost 808, personal
 * 878, premium 979. A minute or a message there may cost a hundred times the usual price.
 */
const nonGeographic = /^\+(8(00|08|70|78|8[1-3])|979)/

/** Numbers whose holder is paid by the caller, or that belong to no particular telephone. */
const refusedTypes: ReadonlySet<string> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
  'TOLL_FREE',
])
