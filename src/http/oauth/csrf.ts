import { createHash, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../contract/failure.ts'
import type { SecretKey } from '../../contract/secret-key.ts'

/** Says that a form was shown in this very session and for this purpose; the third wall beside cookie and origin. */
export type CsrfProtection = {
  /** The value of the hidden field `proof`. `purpose` names the form, and what it is about where that matters. */
  createToken: (sessionSecret: string, purpose: string) => string
  /** Fails as forbidden for a form of another session or purpose, or of nobody. */
  verifyForm: (form: URLSearchParams, sessionSecret: string, purpose: string) => void
}

/**
 * The proof is an HMAC over the hash of the session's secret and the purpose, under a key of its own: nothing is
 * stored, it ends with the session, and whoever reads it learns nothing of the session.
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
      if (tokens.some((proof) => sentToken.length === proof.length && timingSafeEqual(sentToken, proof)))
        return
      throw new Failure('form_unproven')
    },
  }
}
