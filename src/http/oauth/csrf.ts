import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../contract/failure.ts'

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
export function createFormProof(secretKey: Buffer): FormProof {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'timbre form proof', 32))
  const proofOf = (sessionSecret: string, purpose: string) => {
    const session = createHash('sha256').update(sessionSecret).digest('hex')
    return createHmac('sha256', key).update(`${session}:${purpose}`).digest()
  }
  return {
    proofFor: (sessionSecret, purpose) => proofOf(sessionSecret, purpose).toString('base64url'),
    refuseUnproven(form, sessionSecret, purpose) {
      const given = Buffer.from(form.get('proof') ?? '', 'base64url')
      const wanted = proofOf(sessionSecret, purpose)
      if (given.length === wanted.length && timingSafeEqual(given, wanted)) return
      throw new Failure('forbidden', 'This form is too old. Open the page again.', { code: 'form_unproven' })
    },
  }
}
