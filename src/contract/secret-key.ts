/**
 * Kinds of values that are stored encrypted. Each kind has its column in `identity/resealing.ts`, so that a rotation of
 * SECRET_KEY reseals every one of them.
 */
export type SealedKind =
  | 'signing-key'
  | 'outbox'
  | 'idempotency_key'
  | 'share_link'
  | 'share_card'
  | 'network-key'
  | 'mail_key'
  | 'webhook_url'
  | 'webhook_secret'
  | 'webhook_former_secret'
  | 'moved_keys'
  | 'connection_key'
  | 'connection_remote_key'
  | 'provider_secret'
  | 'coaching_note'
  | 'sender_key'

/**
 * Identifies the sealed value and its place, such as `outbox:<account>:<id>`: a value copied elsewhere can't be
 * decrypted. Erasures are sealed in a file; what a SAML provider said, in an address that works for two minutes.
 */
export type SealContext = `${SealedKind | 'erasure' | 'saml-answer'}:${string}`

/** Purposes of HMACs, each with its own key. `macLifetimes` says how long values of each purpose are valid. */
export type MacPurpose =
  | 'sign-in code'
  | 'known browser'
  | 'passkey challenge'
  | 'provider attempt'
  | 'form proof'
  | 'message tally'
  | 'idempotency'
  | 'audit head'
  | 'oauth cookies'
  | 'webhook address'
  | 'limit'

/**
 * SECRET_KEY with its previous or next keys. The bytes aren't exposed, so nothing can be sealed or verified in a way
 * that a rotation doesn't cover.
 */
export type SecretKey = {
  /** Encrypts under the key in use. */
  seal: (plain: Buffer | string, context: SealContext) => Buffer
  /** Decrypts with any of the keys. Throws `UnsealError` if none fits, or for another context. */
  unseal: (sealed: Buffer, context: SealContext) => Buffer
  /** HMAC-SHA-256 with the key in use. */
  mac: (purpose: MacPurpose, data: Buffer | string) => Buffer
  /** The same with each key, the one in use first, to find values from before a rotation. */
  macs: (purpose: MacPurpose, data: Buffer | string) => readonly Buffer[]
  /** Subkeys for a library that computes HMACs itself: sign with the first, verify with all. */
  subkeys: (purpose: MacPurpose) => readonly Buffer[]
}

/** How long values of each purpose are valid, in hours; rotated keys are kept for the longest of them. */
export const macLifetimes: Record<MacPurpose, { hours: number; afterwards: string }> = {
  'sign-in code': { hours: 1, afterwards: 'a code that was sent before is refused' },
  'known browser': { hours: 0, afterwards: 'a browser counts as new until the next sign-in there' },
  'passkey challenge': { hours: 1, afterwards: 'a passkey must be asked for once more' },
  'provider attempt': { hours: 1, afterwards: "a sign-in with an account's provider must start again" },
  'form proof': { hours: 24, afterwards: 'a page that was opened before must be opened again' },
  'message tally': { hours: 24, afterwards: 'messages of today are not counted' },
  idempotency: { hours: 24, afterwards: 'a repeated request is done again' },
  'audit head': { hours: 0, afterwards: 'heads and anchors are sealed again, so none is left' },
  'webhook address': {
    hours: 0,
    afterwards: 'an endpoint with the same address and types can be created twice',
  },
  limit: { hours: 24, afterwards: 'a rate limit that was used up starts again' },
  'oauth cookies': { hours: 1, afterwards: 'a sign-in to an app that is under way must start again' },
}
