import type { Membership, Person } from '../../contract/authorization.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Payer } from '../../contract/payer.ts'
import type { PersonSession, SignedInPerson } from '../../identity/people/sessions.ts'

/** The session that a sign-in opened. Its secret goes into the cookie. */
export type NewSession = { secret: string; expiresAt: Date; email: string; personId: string }

/** How it stands with the code that an attempt asked for. */
export type SignInAttempt = { email: string; tries: number; isLive: boolean }

export type CodeSignInResult =
  | ({ outcome: 'right' } & NewSession)
  | { outcome: 'wrong'; triesLeft: number }
  /** Used, expired, tried too often or never given out. */
  | { outcome: 'over' }

/** The attempt that the browser keeps; or no more letters go to this address today, whoever it belongs to. */
export type CodeRequestResult =
  | { outcome: 'asked'; attempt: string; expiresAt: Date }
  | { outcome: 'limited'; retryAfterSeconds: number }

export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null }

/** What a change of passkeys did besides; undefined where nothing was changed. */
type PasskeyChange = { endedSessions: number }

/** Who is signed in, with the secret of the session. */
type SignedInSession = SignedInPerson & { secret: string }

/** What the pages need of the people who sign in. */
export type People = {
  /** The person whose session this secret opens. */
  find: (secret: string) => Promise<SignedInPerson | undefined>
  /** Where this address acts or is invited to, in any region. */
  listMemberships: (email: string) => Promise<Membership[]>
  /** Does the same, as far as anybody can tell, for an address that belongs to nobody. */
  requestCode: (asked: {
    email: string
    locale: Locale
    /** The owner of the address has signed in before in the browser that asks. */
    isTrustedDevice?: boolean
  }) => Promise<CodeRequestResult>
  /** Sends what is on its way at once, instead of within a second; called when a code was asked for and answered. */
  sendEmails: () => void
  /** How long a code works. */
  codeMinutes: number
  /** The address that an attempt asked for, how often it was tried, and whether it can still be; undefined where it never was. */
  findAttempt: (attempt: string) => Promise<SignInAttempt | undefined>
  /** Counts a failed sign-in with an address, whoever it belongs to. */
  noteFailure: (email: string) => void
  signInWithCode: (tried: {
    /** Whether the owner of the address has signed in before in this browser. */
    isTrustedDevice: boolean
    /** Tries that the code takes, where those are fewer than usual. */
    maxTries?: number | undefined
    attempt: string
    code: string
    /** Of the session that the browser had; it ends. */
    formerSecret: string | undefined
    /** Browser and system by name. */
    agent: string | null
  }) => Promise<CodeSignInResult>
  /** One-time links, which are there with the demo alone. */
  links?: {
    /** A new secret that signs the owner of this address in once, within a day; the one before it ends. */
    create: (email: string) => string
    /** Whom the link would sign in; undefined for one that is unknown, used or over. Spends nothing. */
    read: (secret: string) => string | undefined
    signIn: (tried: {
      secret: string
      formerSecret: string | undefined
      agent: string | null
    }) => Promise<NewSession | undefined>
  }
  /** Ends the session of one browser, and the dashboard of the person. */
  signOut: (secret: string, requestId: string) => Promise<void>
  /** Ends every session of the person and what they let apps do. */
  signOutEverywhere: (personId: string, requestId: string) => Promise<void>
  passkeys: {
    /** How many one person may have. */
    max: number
    /** Only whoever has just signed in adds or removes one. */
    canChange: (person: Pick<SignedInPerson, 'signedInAt'>) => boolean
    list: (personId: string) => Promise<Passkey[]>
    /** What the browser's `navigator.credentials.create` takes; undefined when there are too many already. */
    begin: (person: Person) => Promise<object | undefined>
    /** Adding and removing writes a letter to the owner. */
    add: (
      person: SignedInSession,
      made: { response: unknown; name: string; locale: Locale; requestId: string },
    ) => Promise<PasskeyChange | undefined>
    /** Whether only a session that a passkey opened may add or remove one. */
    requiresPasskeySession: (person: SignedInSession) => Promise<boolean>
    rename: (person: Person, change: { id: string; name: string }) => Promise<boolean>
    remove: (
      person: SignedInSession,
      removed: { id: string; locale: Locale; requestId: string },
    ) => Promise<PasskeyChange | undefined>
    /** What the browser's `navigator.credentials.get` takes. */
    beginSignIn: () => Promise<object>
    signIn: (answered: {
      response: unknown
      formerSecret: string | undefined
      /** Told which passkey answers, or that there is none of the id that was sent, before it is verified; may throw. */
      charge: (passkey: Payer<'passkey'> | undefined) => void
      agent: string | null
    }) => Promise<NewSession | undefined>
  }
  sessions: {
    list: (person: SignedInSession) => Promise<PersonSession[]>
    /** Ends one session or all others, with the dashboards that were opened from them. */
    end: (
      person: SignedInSession,
      ended: { which: { sessionId: string } | 'others'; requestId: string },
    ) => Promise<number>
  }
  /** Browsers in which the owner of an address has signed in before; tries from there are counted apart. */
  trustedDevices: {
    /** The browser with this mark; undefined where it is none of ours, or one of another address. */
    findDevice: (mark: string | undefined, email: string) => Payer<'browser'> | undefined
    /** A mark for a browser in which this address has just signed in; the id of a former one stays. */
    createMark: (email: string, former: string | undefined) => string
    /** How long a mark lasts. */
    days: number
  }
}
