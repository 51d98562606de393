import type { Membership } from '../../contract/authorization.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Payer } from '../../contract/payer.ts'
import type { PersonSession, SessionReach, SignedInPerson } from '../../identity/people/sessions.ts'

/** The session that a sign-in created. Its secret goes into the cookie. */
export type NewSession = { secret: string; expiresAt: Date; email: string; personId: string }

/** The state of an attempt to sign in with a code. */
export type SignInAttempt = { email: string; tries: number; isLive: boolean }

export type CodeSignInResult =
  | ({ outcome: 'right' } & NewSession)
  | { outcome: 'wrong'; triesLeft: number }
  /** Used, expired, tried too often or never issued. */
  | { outcome: 'over' }

/** The attempt that the browser keeps, or that the address's email limit for today is reached, whoever owns it. */
export type CodeRequestResult =
  | { outcome: 'asked'; attempt: string; expiresAt: Date }
  | { outcome: 'limited'; retryAfterSeconds: number }

/** Of a session, what decides which accounts it opens. */
export type SessionOwner = Pick<SignedInPerson, 'email' | keyof SessionReach>

export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null }

/** A browser that comes back from a provider, with the attempt that it kept. */
export type ProviderReturn = {
  providerId: string
  attempt: string
  formerSecret: string | undefined
  agent: string | null
  requestId: string
}

export type ProviderSignInResult =
  | ({ outcome: 'in' } & NewSession)
  /** Why it was refused, in one of our words. */
  | { outcome: 'refused'; reason: string }

/** Side effects of a passkey change. Undefined if nothing changed. */
type PasskeyChange = { endedSessions: number }

/** The signed-in person, with the secret of the session. */
type SignedInSession = SignedInPerson & { secret: string }

/** What the pages need to look up and change about people who sign in. */
export type People = {
  /** The person whose session has this secret. */
  find: (secret: string) => Promise<SignedInPerson | undefined>
  /** The accounts, in any region, that this person is a member of or invited to and that this session opens. */
  listMemberships: (person: SessionOwner) => Promise<Membership[]>
  /** Behaves the same, as far as anyone can tell, for an address that belongs to no one. */
  requestCode: (request: {
    email: string
    locale: Locale
    /** The owner of the address has signed in before in the requesting browser. */
    isTrustedDevice?: boolean
  }) => Promise<CodeRequestResult>
  /** Sends queued emails right away instead of within a second. Called after a code request was answered. */
  sendEmails: () => void
  /** How long a code is valid. */
  codeMinutes: number
  /** An attempt's address, its number of tries, and whether it can still be tried. Undefined if it never existed. */
  findAttempt: (attempt: string) => Promise<SignInAttempt | undefined>
  /** Counts a failed sign-in with an address, whoever owns it. */
  countFailedSignIn: (email: string) => void
  signInWithCode: (input: {
    /** The owner of the address has signed in before in this browser. */
    isTrustedDevice: boolean
    /** Maximum number of tries of the code, if lower than usual. */
    maxTries?: number | undefined
    attempt: string
    code: string
    /** Of the browser's previous session, which ends. */
    formerSecret: string | undefined
    /** Names of browser and operating system. */
    agent: string | null
    requestId: string
  }) => Promise<CodeSignInResult>
  /** Signing in with the identity provider of an account. */
  providers: {
    /** The provider for addresses at this domain, no matter whose they are. */
    find: (email: string) => Promise<{ providerId: string; domain: string; required: boolean } | undefined>
    /** For people. Undefined if there is no such provider. */
    nameOf: (providerId: string) => Promise<string | undefined>
    /** Undefined if there is no such provider. Throws if it can't be reached. */
    start: (
      providerId: string,
      again: boolean,
    ) => Promise<{ location: string; attempt: string } | { refused: string } | undefined>
    finishOidc: (back: ProviderReturn & { query: string }) => Promise<ProviderSignInResult>
    receiveSaml: (providerId: string, response: string) => Promise<{ answer: string } | { refused: string }>
    finishSaml: (back: ProviderReturn & { answer: string }) => Promise<ProviderSignInResult>
  }
  /** One-time sign-in links. Only with the demo. */
  links?: {
    /** Returns a new secret that signs in the owner of this address once, within a day. Replaces the previous one. */
    create: (email: string) => string
    /** The address that the link signs in. Undefined if unknown, used or expired. Doesn't use it up. */
    read: (secret: string) => string | undefined
    signIn: (input: {
      secret: string
      formerSecret: string | undefined
      agent: string | null
    }) => Promise<NewSession | undefined>
  }
  /** Ends the session of one browser, and the person's dashboard session. */
  signOut: (secret: string, requestId: string) => Promise<void>
  /** Ends every session of the person and revokes all of their connected apps. */
  signOutEverywhere: (person: SignedInPerson, requestId: string) => Promise<void>
  passkeys: {
    /** Maximum number per person. */
    max: number
    /** Adding and removing require a recent sign-in. */
    canChange: (person: Pick<SignedInPerson, 'signedInAt'>) => boolean
    list: (person: SignedInPerson) => Promise<Passkey[]>
    /** Options for the browser's `navigator.credentials.create`. Undefined if the person has the maximum already. */
    begin: (person: SignedInPerson) => Promise<object | undefined>
    /** Adding and removing send the owner an email. */
    add: (
      person: SignedInSession,
      input: { response: unknown; name: string; locale: Locale; requestId: string },
    ) => Promise<PasskeyChange | undefined>
    /** Whether only a session that a passkey opened may add or remove one. */
    requiresPasskeySession: (person: SignedInSession) => Promise<boolean>
    rename: (person: SignedInPerson, change: { id: string; name: string }) => Promise<boolean>
    remove: (
      person: SignedInSession,
      input: { id: string; locale: Locale; requestId: string },
    ) => Promise<PasskeyChange | undefined>
    /** Options for the browser's `navigator.credentials.get`. */
    beginSignIn: () => Promise<object>
    signIn: (input: {
      response: unknown
      formerSecret: string | undefined
      /** Called before verification with the passkey, or undefined if the sent ID is unknown. May throw. */
      charge: (passkey: Payer<'passkey'> | undefined) => Promise<void>
      agent: string | null
    }) => Promise<NewSession | undefined>
  }
  sessions: {
    list: (person: SignedInSession) => Promise<PersonSession[]>
    /** Ends one session or all others, with the dashboard sessions that were opened from them. */
    end: (
      person: SignedInSession,
      input: { which: { sessionId: string } | 'others'; requestId: string },
    ) => Promise<number>
  }
  /** Browsers in which the owner of an address has signed in before. Their tries are limited separately. */
  trustedDevices: {
    /** The browser with this mark. Undefined if it isn't one of ours, or belongs to another address. */
    findDevice: (mark: string | undefined, email: string) => Payer<'browser'> | undefined
    /** A mark for a browser in which this address has just signed in. Keeps the id of the former mark. */
    createMark: (email: string, former: string | undefined) => string
    /** How long a mark is valid. */
    days: number
  }
}
