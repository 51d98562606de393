import { createHash, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../contract/failure.ts'
import type { SecretKey } from '../../contract/secret-key.ts'

/** CSRF tokens that bind a form to a session and a purpose. The third check, in addition to the cookie and the origin. */
export type CsrfProtection = {
  /** The value of the hidden field `proof`. `purpose` names the form and, where it matters, what it is about. */
  createToken: (sessionSecret: string, purpose: string) => string
  /** Fails as forbidden if the token is missing or belongs to another session or purpose. */
  verifyForm: (form: URLSearchParams, sessionSecret: string, purpose: string) => void
}

/**
 * A token is an HMAC over the hash of the session's secret and the purpose, under a key of its own. Nothing is stored,
 * the token ends with the session, and it reveals nothing about the session.
 */
export function createCsrfProtection(secretKey: SecretKey): CsrfProtection {
  const signedText = (sessionSecret: string, purpose: string) =>
    `${createHash('sha256').update(sessionSecret).digest('hex')}:${purpose}`
  return {
    createToken: (sessionSecret, purpose) =>
      secretKey.mac('form proof', signedText(sessionSecret, purpose)).toString('base64url'),
    verifyForm(form, sessionSecret, purpose) {
      const sentToken = Buffer.from(form.get('proof') ?? '', 'base64url')
      const tokens = secretKey.macs('form proof', signedText(sessionSecret, purpose))
      if (tokens.some((token) => sentToken.length === token.length && timingSafeEqual(sentToken, token)))
        return
      throw new Failure('form_unproven')
    },
  }
}
