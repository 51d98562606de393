import { dialedNumber } from './phone-numbers.ts'

/** The keys by which two rows have one address, email before phone. */
export function addressKeys({
  email,
  phone,
}: {
  readonly email?: string | undefined
  readonly phone?: string | undefined
}): readonly string[] {
  return [...(email ? [email.normalize('NFC').toLowerCase()] : []), ...(phone ? [dialedNumber(phone)] : [])]
}
