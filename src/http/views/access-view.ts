import type { ConnectedAppView } from './app-view.ts'
import type { ClientRowView } from './clients-view.ts'
import type { MemberRowView } from './members-view.ts'
import type { SignedInView } from './signed-in-view.ts'

export type LinkKindView = 'report' | 'share' | 'invite'

export type LinkRow = {
  readonly id: string
  readonly profileId: string | null
  readonly personName: string | null
  readonly madeBy: string | null
  readonly bySelf: boolean
  readonly byProgram: boolean
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
  readonly isUnused?: boolean | undefined
  readonly linksOfPerson?: number | undefined
}

export type LinkSection = {
  readonly kind: LinkKindView
  readonly count: number
  readonly links: readonly LinkRow[]
  /** URL of the next links; undefined on the last page. */
  readonly more?: string
  /** Back to the first links, on a later page. */
  readonly first?: string
}

/** `GET /access`: everything with access to one account, for its owners. */
export type AccessView = SignedInView & {
  readonly csrfToken: string
  /** Of the form that disconnects an app. */
  readonly appsCsrfToken: string
  readonly now: string
  readonly isDone: boolean
  /** The group in which something was ended. */
  readonly opened?: string | undefined
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly isChosen: boolean }[]
  readonly account?: {
    readonly id: string
    readonly name: string
    /** False for members who aren't owners. */
    readonly isAllowed: boolean
    /** Undefined if its region can't be reached. */
    readonly reach?: {
      readonly requirePasskey: boolean
      /** Whether the reader has signed in with a passkey, which is needed to turn it on. */
      readonly hasPasskeySession: boolean
      /** Undefined on later pages of a list of links. */
      readonly own?: {
        readonly clients: readonly ClientRowView[]
        readonly members: readonly MemberRowView[]
        readonly apps: readonly ConnectedAppView[]
      }
      readonly sections: readonly LinkSection[]
      /** The name or email that the links are searched for. */
      readonly search?: string
    }
  }
}

/** The answer to a user who signed in without the passkey that an account requires. */
export type PasskeyNeededView = SignedInView & {
  readonly accountName: string
  readonly signIn: string
  readonly add: string
}
