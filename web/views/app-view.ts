/** What the pages about apps are given: consent, and the apps that are connected. */

import type { PageView } from './page-view.ts'
import type { SignedInView } from './signed-in-view.ts'

export type ScopeName = 'profiles:read' | 'account:read' | 'tags:manage' | 'profiles:write' | 'account:write'

/** `GET /oauth/interaction/{uid}`: what an app asks for. */
export type ConsentView = PageView & {
  /** Where the page stands and its form posts to. */
  readonly path: string
  /** Proves that the form was shown to this person for this request. */
  readonly proof: string
  readonly appName: string
  /** The dashboard of the service itself is let in without a word; only the account is chosen. */
  readonly isDashboard: boolean
  /** Where the person is sent back to: a site, a program on this computer, or an app that owns a scheme. */
  readonly returnsTo: { readonly kind: 'site' | 'computer' | 'device'; readonly address: string }
  readonly warning?: ConsentWarning
  readonly email: string
  /** Where "use another sign-in" posts to, and the fields of that form. */
  readonly switchTo: { readonly action: string; readonly fields: Readonly<Record<string, string>> }
  readonly accounts: readonly {
    readonly id: string
    readonly name: string
    readonly isPaused: boolean
    /** Asked for, and beyond what this person may do there. */
    readonly beyondRole: readonly ScopeName[]
  }[]
  /** What was chosen when the form comes back with a problem. */
  readonly chosenAccountId?: string
  /** Only what was asked for. */
  readonly scopes: readonly { readonly name: ScopeName; readonly isChecked: boolean }[]
  readonly problem?: 'noAccountChosen' | 'beyondRole'
  /** Further sources of `form-action`: where the answer goes. */
  readonly formTargets: readonly string[]
}

/** The one warning of the page. Times are ISO 8601; `now` is when the page was made. */
export type ConsentWarning = {
  readonly kind: 'dynamic' | 'document' | 'registered'
  /** The host that describes the app, or since when the app is known here. */
  readonly host?: string
  readonly registeredAt?: string
  readonly now: string
  readonly isLoopback: boolean
}

/** The page in place of consent for a person who is in no account. */
export type ConsentEndView = PageView & {
  readonly path: string
  readonly appName: string
  readonly email: string
  readonly proof: string
  readonly switchTo: ConsentView['switchTo']
  /** Where invitations are accepted, when there is one. */
  readonly invitations?: string
  readonly formTargets: readonly string[]
}

/**
 * The page in place of consent for a request that nobody can be asked about: of an unknown app, with an address that
 * is not the app's, written wrongly, or over.
 */
export type AppRefusalView = PageView & {
  readonly kind: 'unknownApp' | 'redirectAddress' | 'request' | 'over'
  /** The protocol's word for it, and one line for whoever makes the app. */
  readonly error: string
  readonly description: string
  readonly reference: string
}

/** An app in an account, with all its consents taken together. */
export type ConnectedAppView = {
  /** One of its grants, by which the form names it. */
  readonly grantId: string
  readonly appName: string
  readonly address: string
  readonly accountName: string
  readonly scopes: readonly ScopeName[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
  /** The member who let it in, where that is somebody else. */
  readonly email?: string
}

/** `GET /apps`. */
export type AppsView = SignedInView & {
  readonly proof: string
  readonly now: string
  readonly own: readonly ConnectedAppView[]
  readonly others: readonly ConnectedAppView[]
  /** Whether the person owns an account, and so may see what others connected. */
  readonly isOwner: boolean
  readonly justDisconnected: boolean
}
