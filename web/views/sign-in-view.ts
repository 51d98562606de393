import type { PageView } from './page-view.ts'
import type { SignedInView } from './signed-in-view.ts'

/**
 * `GET` and `POST /sign-in`. `email` asks for an address, `code` for the code that may have been sent to it. Neither
 * tells whether the address belongs to anybody.
 */
export type SignInView = PageView & {
  readonly state: 'email' | 'code'
  /** Where the form posts to, and where another language of this page is found. */
  readonly action: string
  /** The app that waits for the person, and where it is sent back to. */
  readonly app?: { readonly name: string; readonly host: string }
  /** What was typed, or the address that the code was asked for. */
  readonly email?: string
  /** What is wrong: with the address, with the code, or that no code of this attempt can be used any more. */
  readonly problem?: 'email' | 'unreadable' | 'wrong' | 'over'
  /** How many more codes may be tried; with `wrong`. */
  readonly triesLeft?: number
  /** How long a code works. */
  readonly minutes: number
  /** Who is signed in in this browser already, and where they can go on; nowhere when they must sign in once more. */
  readonly signedIn?: { readonly email: string; readonly href?: string }
  /** How many passkeys still sign in whoever has just signed out everywhere, and where they are. */
  readonly passkeysLeft?: { readonly count: number; readonly href: string }
  /** Set after signing out everywhere, if API keys that were to end could not be revoked. */
  readonly areKeysLeft?: boolean
  /** Where the script asks for a challenge and sends its answer. */
  readonly passkey: { readonly options: string; readonly answer: string }
}

/** `GET /passkeys`: the passkeys of whoever is signed in. */
export type PasskeysView = SignedInView & {
  readonly passkeys: readonly {
    readonly id: string
    readonly name: string
    readonly createdAt: string
    readonly lastUsedAt: string | null
  }[]
  readonly mayAdd: boolean
  /** Where to sign in once more, when passkeys can only be looked at. */
  readonly signInAgain?: string
  /** Set where that has to be with a passkey. */
  readonly needsOwn?: boolean
  readonly passkey: { readonly options: string; readonly answer: string }
}

/** What the script of both pages starts from. */
export type PasskeyState = {
  readonly ceremony: 'registration' | 'sign-in'
  readonly options: string
  readonly answer: string
}
