import { createHash, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../contract/failure.ts'
import type { SecretKey } from '../../contract/secret-key.ts'

/** Says that a form was shown in this very session and for this purpose; the third wall beside cookie and origin. */
export type FormProof = {
  /** The value of the hidden field `proof`. `purpose` names the form, and what it is about where that matters. */
  proofFor: (sessionSecret: string, purpose: string) => string
  /** Fails as forbidden for a form of another session or purpose, or of nobody. */
  refuseUnproven: (form: URLSearchParams, sessionSecret: string, purpose: string) => void
}

/**
 * The proof is an HMAC over the hash of the session's secret and the purpose, under a key of its own: nothing is
 * stored, it ends with the session, and whoever reads it learns nothing of the session.
 */
export function createFormProof(secretKey: SecretKey): FormProof {
  const provenText = (sessionSecret: string, purpose: string) =>
    `${createHash('sha256').update(sessionSecret).digest('hex')}:${purpose}`
  return {
    proofFor: (sessionSecret, purpose) =>
      secretKey.mac('form proof', provenText(sessionSecret, purpose)).toString('base64url'),
    refuseUnproven(form, sessionSecret, purpose) {
      const given = Buffer.from(form.get('proof') ?? '', 'base64url')
      const proofs = secretKey.macs('form proof', provenText(sessionSecret, purpose))
      if (proofs.some((proof) => given.length === proof.length && timingSafeEqual(given, proof))) return
      throw new Failure('forbidden', 'This form is too old. Open the page again.', { code: 'form_unproven' })
    },
  }
}
