import type { Payer } from './payer.ts'
import type { Scope } from './scope.ts'
import type { Visibility } from './visibility.ts'

/** Who asks. A door makes one of these from a request; everything behind the gate sees nothing else of it. */
export type Caller = MachineCaller | DelegateCaller | MemberCaller | TakerCaller | GuestCaller | VisitorCaller

/** A program with an access token; the operations with scopes are open to these, and nothing else is. */
export type TokenCaller = MachineCaller | DelegateCaller

export function isTokenCaller(caller: Caller): caller is TokenCaller {
  return caller.kind === 'machine' || caller.kind === 'delegate'
}

export function canReadProfiles(caller: Caller): boolean {
  return isTokenCaller(caller) && caller.scopes.has('profiles:read')
}

/** A backend of the account's owner, signed in with client credentials. */
export type MachineCaller = {
  kind: 'machine'
  accountId: string
  /** The account's home region as the token states it. */
  region: string
  clientId: string
  scopes: ReadonlySet<Scope>
}

/** An app that a member of the account let in (OAuth 2.1): bound to the one account of that consent. */
export type DelegateCaller = {
  kind: 'delegate'
  accountId: string
  region: string
  clientId: string
  /** The person at the authorization server, and the same person as a member of this account. */
  personId: string
  memberId: string
  /** The consent that the token comes from (`gid`), and the token itself (`jti`). */
  grantId: string
  tokenId: string
  /** Whether the member had signed in with a passkey to let the app in. */
  byPasskey: boolean
  scopes: ReadonlySet<Scope>
}

/** A member on the pages of the authorization server, acting for one account. What they may do, their role says. */
export type MemberCaller = {
  kind: 'member'
  accountId: string
  region: string
  memberId: string
  /** How the member signed in. Undefined if the authorization server runs a release that doesn't say. */
  signIn: MemberSignIn | undefined
}

export type MemberSignIn = {
  /** ISO 8601. */
  at: string
  byPasskey: boolean
}

/** A person in the session that an invite link opened: one profile, its assessments, nothing else. */
export type TakerCaller = {
  kind: 'taker'
  accountId: string
  region: string
  profileId: string
  inviteId: string
  /** How the person came in; who came in by `link`, and gave no address, can come back in this browser only. */
  channel: 'email' | 'sms' | 'link'
  /** Whoever comes in for their `data` alone has agreed to nothing, and answers nothing. */
  purpose: 'taking' | 'data'
  /** When the session was opened: no stopwatch of it can have run longer. */
  sessionStartedAt: string
  visibility: Visibility
}

/** Whoever holds a link that was not yet used to start: may read what it is for, start, or ask for a new one. */
export type GuestCaller = {
  kind: 'guest'
  accountId: string
  region: string
  /**
   * A personal link was sent to one person; from a shared one anybody may start; a report's only shows it; one to stop
   * emails comes with each of them, and its hash is the key of the address.
   */
  link: 'personal' | 'shared' | 'report' | 'stop'
  linkHash: Buffer
  /** Pays for links that do not exist. */
  network: Payer<'network'>
}

/** Whoever fetches what is public of an account; nothing is known of them. */
export type VisitorCaller = {
  kind: 'visitor'
  accountId: string
  region: string
  network: Payer<'network'>
}
