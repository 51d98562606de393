import type { ScopeName } from './app-view.ts'
import type { MessageKey, PageView } from './page-view.ts'
import type { SignedInView } from './signed-in-view.ts'

/** Errors on these pages. */
export type ClientsProblem = Extract<MessageKey, `clients.problem.${string}` | `members.problem.${string}`>

export type ClientSecretRowView = {
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastFour: string | null
  readonly lastUsedAt: string | null
}

export type ClientRowView = {
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly ScopeName[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  /** The email of the member who created it; null if the operator did, or the member was removed. */
  readonly madeBy: string | null
  /** Valid secrets, oldest first. */
  readonly secrets: readonly ClientSecretRowView[]
}

/** `GET /clients`: API keys of one account. */
export type ClientsView = SignedInView & {
  /** A hidden field of every form. */
  readonly csrfToken: string
  /** Id of the form that creates a client, so that submitting it twice creates one. */
  readonly formId: string
  readonly now: string
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly isChosen: boolean }[]
  readonly account?: {
    readonly id: string
    readonly name: string
    readonly isPaused: boolean
    /** False for members who aren't owners. */
    readonly isAllowed: boolean
    /** Undefined if its region can't be reached. */
    readonly clients?: readonly ClientRowView[]
  }
  readonly isDone?: boolean
  /** Set after a sign-in that a form required: it has to be sent again. */
  readonly hasReauthenticated?: boolean
  readonly problem?: ClientsProblem | undefined
  /** Input of a creation that failed. */
  readonly typed?: { readonly name: string; readonly scopes: readonly string[] } | undefined
}

type OfOneClient = SignedInView & { readonly account: { readonly id: string; readonly name: string } }

/** The answer to a form that created a secret: the only page that shows it. */
export type ClientSecretView = OfOneClient & {
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** Set after a rotation: when the older secret expires, or null if it already has. */
  readonly older?: { readonly endsAt: string | null }
  /** A request that exchanges the secret for a token. */
  readonly command: string
  /** Both files as text. */
  readonly files: { readonly json: string; readonly env: string }
}

/** `GET /clients/rotate`: how long the present secret stays valid. */
export type ClientRotationView = OfOneClient & {
  readonly csrfToken: string
  readonly now: string
  /** As in the list. */
  readonly hasReauthenticated?: boolean
  readonly client: ClientRowView
}

/** `GET /clients/revoke`: asks for the name, because revoking can't be undone. */
export type ClientRevocationView = OfOneClient & {
  readonly csrfToken: string
  readonly client: Pick<ClientRowView, 'clientId' | 'name'>
  readonly problem?: ClientsProblem | undefined
  readonly typed?: string | undefined
}

/** `GET /login/…`: the one-time link of the demo; without a URL if the link is unknown, used or expired. */
export type LoginLinkView = PageView & {
  readonly action: string
  readonly email?: string
  readonly signIn: string
}
