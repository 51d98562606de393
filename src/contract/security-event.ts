/** The events in the security log. `docs/security-log.md` describes each of them. */
export const securityKinds = [
  'code_asked',
  'code_tried',
  'sign_in',
  'sign_out_everywhere',
  'token_refused',
  'client_secret_tried',
  'limited',
  'scope_refused',
  'form_refused',
  'consent',
  'token_replayed',
  'link_refused',
] as const

/** The kinds of links in `link_refused` events. */
export const linkReasons = [
  'invite_link',
  'share_link',
  'report_link',
  'share_card',
  'study_link',
  'stop_link',
] as const

export type LinkReason = (typeof linkReasons)[number]

export type SecurityKind = (typeof securityKinds)[number]

/** An event that helps to investigate an attack. It has ids, but no address, name, token or text. */
export type SecurityEvent = {
  kind: SecurityKind
  outcome: 'allowed' | 'refused'
  /** Why it was refused, or how someone signed in; one of our words, never user input. */
  reason?: string
  /** The limit of `contract/limits.ts` that refused the request. */
  limit?: string
  accountId?: string
  clientId?: string
  memberId?: string
  personId?: string
}

/** The source of an event. */
export type SecurityOrigin = { address: string; requestId: string; route: string }

export type RecordSecurityEvent = (event: SecurityEvent, origin: SecurityOrigin) => void
