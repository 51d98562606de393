import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Secrets: 256 random bits in base64url with a prefix that log redaction and secret scanners can find. Secrets that
 * must be looked up have the twelve bytes of their account ID before the random ones, so that the lookup happens inside
 * that account and no table is read across accounts.
 */
export type SecretPrefix =
  | 'tmb_secret_'
  | 'tmb_link_'
  | 'tmb_share_'
  | 'tmb_report_'
  | 'tmb_card_'
  | 'tmb_study_'
  | 'tmb_peer_'
  | 'tmb_take_'
  | 'tmb_person_'
  | 'tmb_login_'
  | 'tmb_attempt_'
  | 'tmb_code_'
  | 'tmb_rt_'
  | 'tmb_reg_'
  | 'tmb_ats_'

const accountBytes = 12
const randomLength = 32

export function newSecret(prefix: SecretPrefix): string {
  return prefix + randomBytes(randomLength).toString('base64url')
}

export function newAccountSecret(prefix: SecretPrefix, accountId: string): string {
  return (
    prefix + Buffer.concat([Buffer.from(accountId, 'hex'), randomBytes(randomLength)]).toString('base64url')
  )
}

/** The account ID in a secret, or undefined if the text is no such secret. Doesn't verify the secret. */
export function accountOfSecret(prefix: SecretPrefix, secret: string): string | undefined {
  if (!secret.startsWith(prefix)) return undefined
  const bytes = Buffer.from(secret.slice(prefix.length), 'base64url')
  if (bytes.length !== accountBytes + randomLength) return undefined
  return bytes.subarray(0, accountBytes).toString('hex')
}

/** What is stored for a secret. A plain hash is enough: the secret has 256 random bits, so it can't be guessed. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function sameHash(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
