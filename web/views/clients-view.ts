import type { ScopeName } from './app-view.ts'
import type { MessageKey, PageView } from './page-view.ts'
import type { SignedInView } from './signed-in-view.ts'

/** What these pages say could not be done. */
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
  /** The address of the member who made it; null if the operator did, or the member is gone. */
  readonly madeBy: string | null
  /** Those that still work, the oldest first. */
  readonly secrets: readonly ClientSecretRowView[]
}

/** `GET /clients`: the machine clients of one account. */
export type ClientsView = SignedInView & {
  /** Goes with every form. */
  readonly proof: string
  /** Names the form that makes a client, so that the same form sent twice makes one. */
  readonly formId: string
  readonly now: string
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly isChosen: boolean }[]
  readonly account?: {
    readonly id: string
    readonly name: string
    readonly isPaused: boolean
    /** False for members who are no owner. */
    readonly isAllowed: boolean
    /** Left out while its region does not answer. */
    readonly clients?: readonly ClientRowView[]
  }
  readonly isDone?: boolean
  /** Set after a sign-in that a form asked for: it has to be sent again. */
  readonly hasReauthenticated?: boolean
  readonly problem?: ClientsProblem | undefined
  /** What was typed into the form of a client that could not be made. */
  readonly typed?: { readonly name: string; readonly scopes: readonly string[] } | undefined
}

type OfOneClient = SignedInView & { readonly account: { readonly id: string; readonly name: string } }

/** The answer to a form that made a secret: the one page that ever shows it. */
export type ClientSecretView = OfOneClient & {
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** Set after a rotation: when the older secret ends, or null where none goes on. */
  readonly older?: { readonly endsAt: string | null }
  /** Asks for the secret and gets a token. */
  readonly command: string
  /** Both files as text. */
  readonly files: { readonly json: string; readonly env: string }
}

/** `GET /clients/rotate`: how long the present secret goes on. */
export type ClientRotationView = OfOneClient & {
  readonly proof: string
  readonly now: string
  /** As on the list. */
  readonly hasReauthenticated?: boolean
  readonly client: ClientRowView
}

/** `GET /clients/revoke`: asks for the name, because it cannot be undone. */
export type ClientRevocationView = OfOneClient & {
  readonly proof: string
  readonly client: Pick<ClientRowView, 'clientId' | 'name'>
  readonly problem?: ClientsProblem | undefined
  readonly typed?: string | undefined
}

/** `GET /login/…`: the one-time link of the demo; no address where the link is unknown, used or over. */
export type LoginLinkView = PageView & {
  readonly action: string
  readonly email?: string
  readonly signIn: string
}
