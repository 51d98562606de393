import type { SignedInView } from './signed-in-view.ts'

export type RoleView = 'owner' | 'manager' | 'user'

/** What a page of members says was done. */
export type DoneNotice = 'invited' | 'changed' | 'removed' | 'takenBack' | 'left' | 'accepted' | 'declined'

/** What a page of members says could not be done. */
export type MembersProblem =
  | 'email'
  | 'lastOwner'
  | 'notAllowed'
  | 'passkeyRequired'
  | 'memberAlready'
  | 'justInvited'
  | 'recipientLimit'
  | 'optedOut'
  | 'emailLimit'
  | 'tooManyInvitations'
  | 'tooMany'
  | 'over'
  | 'paused'
  | 'gone'
  | 'crossing'
  | 'away'

export type MemberRowView = {
  readonly id: string
  readonly email: string
  readonly role: RoleView
  readonly state: 'accepted' | 'invited' | 'expired'
  readonly since: string
  readonly expiresAt: string | null
  readonly invitedBy: string | null
  readonly isSelf: boolean
  readonly mayChangeRole: boolean
  readonly mayRemove: boolean
  readonly mayInviteAgain: boolean
}

/** `GET /members`: the members of one account, and the invitations of whoever is signed in. */
export type MembersView = SignedInView & {
  /** Goes with every form. */
  readonly proof: string
  /** Where the person acts, by name. */
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly isChosen: boolean }[]
  /** The chosen one; its members are left out while its region does not answer. */
  readonly account?: {
    readonly id: string
    readonly name: string
    readonly isPaused: boolean
    readonly list?: {
      readonly members: readonly MemberRowView[]
      readonly mayInviteAs: readonly RoleView[]
    }
  }
  readonly invitations: readonly {
    readonly accountId: string
    readonly accountName: string
    readonly role: RoleView
    /** Unknown while the region of the account does not answer, or who invited is gone. */
    readonly invitedBy: string | null
    readonly expiresAt: string | null
  }[]
  readonly done?: DoneNotice | undefined
  readonly problem?: MembersProblem | undefined
  /** What was typed into the form of an invitation that could not be sent. */
  readonly typed?: { readonly email: string; readonly role: string } | undefined
  /** Set after a sign-in that a form asked for: it has to be sent again. */
  readonly hasReauthenticated?: boolean | undefined
}

/** `GET /members/remove`: asks once more, because it cannot be taken back. */
export type MemberRemovalView = SignedInView & {
  readonly proof: string
  readonly account: { readonly id: string; readonly name: string }
  readonly member: Pick<MemberRowView, 'id' | 'email' | 'state' | 'isSelf'>
}
