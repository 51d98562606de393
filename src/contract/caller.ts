import type { Payer } from './payer.ts'
import type { Scope } from './scope.ts'
import type { Visibility } from './visibility.ts'

/** Who sends a request. Transports create it from the request; code behind the gate sees nothing else of it. */
export type Caller = MachineCaller | DelegateCaller | MemberCaller | TakerCaller | GuestCaller | VisitorCaller

/** A program with an access token. Only these can use operations with scopes. */
export type TokenCaller = MachineCaller | DelegateCaller

export function isTokenCaller(caller: Caller): caller is TokenCaller {
  return caller.kind === 'machine' || caller.kind === 'delegate'
}

/** Who the allowance of a program is counted for: a client, and for an app the member it acts for as well. */
export function clientKeyOf(caller: TokenCaller): string {
  return caller.kind === 'machine' ? caller.clientId : `${caller.clientId} ${caller.memberId}`
}

export function canReadProfiles(caller: Caller): boolean {
  return isTokenCaller(caller) && caller.scopes.has('profiles:read')
}

/** A backend of the account's owner, authenticated with client credentials. */
export type MachineCaller = {
  kind: 'machine'
  accountId: string
  /** The account's home region, as stated in the token. */
  region: string
  clientId: string
  scopes: ReadonlySet<Scope>
  /** A directory reports many people, and has a rate limit of its own. */
  via?: 'scim'
}

/** An app that a member of the account connected (OAuth 2.1), for the one account of that consent. */
export type DelegateCaller = {
  kind: 'delegate'
  accountId: string
  region: string
  clientId: string
  /** The person at the authorization server, and the same person as a member of this account. */
  personId: string
  memberId: string
  /** The consent that the token was issued for (`gid`), and the token itself (`jti`). */
  grantId: string
  tokenId: string
  /** Whether the member had signed in with a passkey when connecting the app. */
  byPasskey: boolean
  /** When the member last signed in for the app, ISO 8601. Undefined if the authorization server doesn't say. */
  signedInAt: string | undefined
  scopes: ReadonlySet<Scope>
}

/** A member on the pages of the authorization server, acting for one account. The role limits what they can do. */
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
  /** The account requires its identity provider of this member, who signed in without it. */
  lacksProvider?: true
}

/** A person in the session that an invite link opened: one profile and its assessments, nothing else. */
export type TakerCaller = {
  kind: 'taker'
  accountId: string
  region: string
  profileId: string
  inviteId: string
  /**
   * How the session was opened. People who started from a `link` without an address can return in this browser only.
   */
  channel: 'email' | 'sms' | 'link'
  /** People who open the session for their `data` only have agreed to nothing, and can't answer. */
  purpose: 'taking' | 'data'
  /** When the session was opened; no stopwatch in it can have run longer. */
  sessionStartedAt: string
  visibility: Visibility
}

/**
 * A person whose session an earlier request has found. It may have ended since, so this only says who asks and whose
 * rate limit it counts against.
 */
export type RecalledTaker = {
  recalled: Pick<TakerCaller, 'accountId' | 'profileId'>
  /** The hash of the session's secret. */
  sessionHash: Buffer
  /** Finds the session again. Fails as unauthenticated if it has ended. */
  find: () => Promise<TakerCaller>
}

/** Someone with a link that has not been used to start: can read what it is for, start, or request a new one. */
export type GuestCaller = {
  kind: 'guest'
  accountId: string
  region: string
  /**
   * An invite link was sent to one person. Anyone can start from a share link. A report link only shows its report.
   * An unsubscribe link is in every email, and its hash identifies the address. In emails that a member chose it
   * identifies the member (`notices`). A study link was sent to the address that a person gave for a study. A peer
   * link is passed on by that person to someone who knows them. Anyone may have the address of a share card, because
   * its person shows it to anyone.
   */
  link: 'personal' | 'shared' | 'report' | 'card' | 'study' | 'peer' | 'stop' | 'notices'
  linkHash: Buffer
  /** Pays for links that don't exist. */
  network: Payer<'network'>
}

/** Someone who reads public data of an account, such as its logo; nothing is known about them. */
export type VisitorCaller = {
  kind: 'visitor'
  accountId: string
  region: string
  network: Payer<'network'>
}

/** The person of an operation whose access is `taker`. */
export function callingTaker({ caller }: { caller: Caller }): TakerCaller {
  if (caller.kind !== 'taker') throw new Error(`Only takers get here, not a ${caller.kind}.`)
  return caller
}

/** Who has the link, in an operation whose access is `guest`. */
export function callingGuest({ caller }: { caller: Caller }): GuestCaller {
  if (caller.kind !== 'guest') throw new Error(`Only guests get here, not a ${caller.kind}.`)
  return caller
}
