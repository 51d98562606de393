import type { PageView } from './page-view.ts'
import type { SignedInView } from './signed-in-view.ts'

/**
 * `GET` and `POST /sign-in`. `email` asks for an address, `code` for the code that may have been sent to it, `provider`
 * leads to the identity provider that the address's domain requires. None reveals whether the address belongs to a
 * member.
 */
export type SignInView = PageView & {
  readonly state: 'email' | 'code' | 'provider'
  /** URL of this page, which its form posts to. */
  readonly action: string
  /** The app that requested the sign-in, and where the user returns to. Undefined for the dashboard. */
  readonly app?: { readonly name: string; readonly host: string }
  /** The input, or the address that the code was requested for. */
  readonly email?: string
  /** The problem: with the address, with the code, or no code of this attempt can be used any more. */
  readonly problem?:
    | 'email'
    | 'unreadable'
    | 'wrong'
    | 'over'
    | 'provider'
    | 'providerMember'
    | 'providerAway'
    | 'providerIssuer'
  /** The provider for addresses at this domain, and where signing in with it starts. */
  readonly provider?: { readonly domain: string; readonly href: string }
  /** How many attempts are left; with `wrong`. */
  readonly triesLeft?: number
  /** How long a code is valid. */
  readonly minutes: number
  /**
   * The user who is signed in already, and where to continue; undefined if they must sign in again. `hasDraft` if that is
   * for a form that they sent, which is kept.
   */
  readonly signedIn?: { readonly email: string; readonly href?: string; readonly hasDraft?: boolean }
  /** How many passkeys can still sign in a user who has just signed out everywhere, and where they are listed. */
  readonly passkeysLeft?: { readonly count: number; readonly href: string }
  /** Set after signing out everywhere, if API keys could not be revoked. */
  readonly areKeysLeft?: boolean
  /** Where the script requests a challenge and posts its answer. */
  readonly passkey: { readonly options: string; readonly answer: string }
}

/** `GET /passkeys`: passkeys of the signed-in user. */
export type PasskeysView = SignedInView & {
  readonly passkeys: readonly {
    readonly id: string
    readonly name: string
    readonly createdAt: string
    readonly lastUsedAt: string | null
  }[]
  readonly mayAdd: boolean
  /** Where to sign in again, if passkeys are read-only. */
  readonly signInAgain?: string
  /** Set if that requires a passkey. */
  readonly needsOwn?: boolean
  readonly passkey: { readonly options: string; readonly answer: string }
}

/** Initial data of the script of both pages. */
export type PasskeyState = {
  readonly ceremony: 'registration' | 'sign-in'
  readonly options: string
  readonly answer: string
}
