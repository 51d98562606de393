/** Views of pages about apps: consent, and connected apps. */

import type { InvitationView } from './members-view.ts'
import type { PageView } from './page-view.ts'
import type { SignedInView } from './signed-in-view.ts'

export type ScopeName = 'profiles:read' | 'account:read' | 'tags:manage' | 'profiles:write' | 'account:write'

/** `GET /oauth/interaction/{uid}`: an app's request. */
export type ConsentView = PageView & {
  /** URL of the page, which its form posts to. */
  readonly path: string
  /** Proves that the form was shown to this person for this request. */
  readonly csrfToken: string
  readonly appName: string
  /** The service's own dashboard needs no consent; only the account is chosen. */
  readonly isDashboard: boolean
  /** Where the person returns to: a site, a program on this computer, or an app with its own URL scheme. */
  readonly returnsTo: { readonly kind: 'site' | 'computer' | 'device'; readonly address: string }
  readonly warning?: ConsentWarning
  readonly email: string
  /** Where "use another sign-in" posts to, and the fields of that form. */
  readonly switchTo: { readonly action: string; readonly fields: Readonly<Record<string, string>> }
  readonly accounts: readonly {
    readonly id: string
    readonly name: string
    readonly role: 'owner' | 'manager' | 'user' | 'coach'
    readonly isPaused: boolean
    /** The dashboard is in it now. */
    readonly isCurrent: boolean
    /** Requested scopes that exceed the person's role. */
    readonly beyondRole: readonly ScopeName[]
  }[]
  /** The choice, if the form comes back with a problem. */
  readonly chosenAccountId?: string
  /** Requested scopes only. */
  readonly scopes: readonly { readonly name: ScopeName; readonly isChecked: boolean }[]
  /** Further accounts, which the person can choose after accepting. */
  readonly invitations?: OpenInvitations
  readonly problem?: 'noAccountChosen' | 'beyondRole' | 'tooManyApps'
  /** Further sources of `form-action`: where the answer goes. */
  readonly formTargets: readonly string[]
}

/** The one warning of the page. Times are ISO 8601; `now` is when the page was made. */
export type ConsentWarning = {
  readonly kind: 'dynamic' | 'document' | 'registered'
  /** The host of the app's metadata, or since when the app is registered here. */
  readonly host?: string
  readonly registeredAt?: string
  readonly now: string
  readonly isLoopback: boolean
}

/** Invitations to the person, and what their forms send. Accepting or declining returns to the request. */
export type OpenInvitations = {
  readonly root: string
  readonly csrfToken: string
  /** The uid of the pending request. */
  readonly request: string
  readonly list: readonly InvitationView[]
}

/** Replaces consent for a person without an account. */
export type ConsentEndView = PageView & {
  readonly path: string
  readonly appName: string
  readonly email: string
  readonly csrfToken: string
  readonly switchTo: ConsentView['switchTo']
  /** The service's own dashboard, which is no app that someone connects. */
  readonly isDashboard: boolean
  /** What the page is about, if there are any. */
  readonly invitations?: OpenInvitations
  readonly formTargets: readonly string[]
}

/** Replaces consent for an invalid request: unknown app, wrong redirect URI, malformed, or expired. */
export type AppRefusalView = PageView & {
  readonly kind: 'unknownApp' | 'redirectAddress' | 'request' | 'over'
  /** The protocol's error code, and one line for the developer. */
  readonly error: string
  readonly description: string
  readonly reference: string
}

/** An app in an account, with all its grants combined. */
export type ConnectedAppView = {
  /** One of its grants, which the form sends. */
  readonly grantId: string
  readonly appName: string
  readonly address: string
  readonly accountName: string
  readonly scopes: readonly ScopeName[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
  /** The member who granted access, if it is someone else. */
  readonly email?: string
}

/** `GET /apps`. */
export type AppsView = SignedInView & {
  readonly csrfToken: string
  readonly now: string
  readonly own: readonly ConnectedAppView[]
  readonly others: readonly ConnectedAppView[]
  /** Whether the person owns an account, and so sees apps connected by others. */
  readonly isOwner: boolean
  readonly justDisconnected: boolean
}
