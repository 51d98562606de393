/** Why no text message goes to a number. */
export type NumberRefusal = 'country' | 'kind' | 'invalid'

/**
 * Whether a text message may go to a number in E.164 form; undefined when it may. Countries are those that the
 * installation allows by prefix. Into the mailbox (`any`) made-up numbers go too, because nothing leaves and nothing
 * costs; what is known to be expensive is refused even there, so that trying it out shows how it will be.
 */
export async function refusalOfNumber(
  phone: string,
  countries: readonly string[] | 'any',
): Promise<NumberRefusal | undefined> {
  if (countries !== 'any' && !countries.some((prefix) => phone.startsWith(prefix))) return 'country'
  if (worldwide.test(phone)) return 'kind'
  // Loaded with the first text message: its tables take 50 ms, which a service that sends none need not spend.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const type = parsePhoneNumberFromString(phone)?.getType()
  if (type === undefined) return countries === 'any' ? undefined : 'invalid'
  return refusedTypes.has(type) ? 'kind' : undefined
}

/**
 * Codes of no country (ITU-T E.164): satellites 870 and 881, networks 882 and 883, free 800, shared cost 808,
 * personal 878, premium 979. A minute or a message there may cost a hundred times the usual price.
 */
const worldwide = /^\+(8(00|08|70|78|8[1-3])|979)/

/** Numbers whose holder is paid by the caller, or that stand for no telephone in particular. */
const refusedTypes: ReadonlySet<string> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
  'TOLL_FREE',
])
