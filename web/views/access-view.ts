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
}

export type LinkSection = {
  readonly kind: LinkKindView
  readonly count: number
  readonly links: readonly LinkRow[]
  /** Where the next links are; none on the last page. */
  readonly more?: string
  /** Back to the first links, on a later page. */
  readonly first?: string
}

/** `GET /access`: everything that can reach one account, for its owners. */
export type AccessView = SignedInView & {
  readonly proof: string
  /** Of the form that disconnects an app. */
  readonly appsProof: string
  readonly now: string
  readonly isDone: boolean
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly isChosen: boolean }[]
  readonly account?: {
    readonly id: string
    readonly name: string
    /** False for members who are no owner. */
    readonly isAllowed: boolean
    /** Left out while its region does not answer. */
    readonly reach?: {
      readonly requirePasskey: boolean
      /** Whether the reader has signed in with a passkey, without which it can't be turned on. */
      readonly hasPasskeySession: boolean
      /** Left out on later pages of a list of links. */
      readonly own?: {
        readonly clients: readonly ClientRowView[]
        readonly members: readonly MemberRowView[]
        readonly apps: readonly ConnectedAppView[]
      }
      readonly sections: readonly LinkSection[]
    }
  }
}

/** The answer to somebody who signed in without the passkey that an account requires. */
export type PasskeyNeededView = SignedInView & {
  readonly accountName: string
  readonly signIn: string
  readonly add: string
}
