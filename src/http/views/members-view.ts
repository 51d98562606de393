import type { SignedInView } from './signed-in-view.ts'

export type RoleView = 'owner' | 'manager' | 'user' | 'coach'

/** Confirmations on the page of members. */
export type DoneNotice = 'invited' | 'changed' | 'removed' | 'takenBack' | 'left' | 'accepted' | 'declined'

/** Errors on the page of members. */
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
  | 'teamGone'
  | 'tooManyTeams'

export type MemberRowView = {
  readonly id: string
  readonly email: string
  /** If the account's identity provider has said it. */
  readonly name?: string | undefined
  readonly role: RoleView
  readonly state: 'accepted' | 'invited' | 'expired'
  readonly since: string
  readonly expiresAt: string | null
  readonly invitedBy: string | null
  readonly isSelf: boolean
  readonly mayChangeRole: boolean
  readonly mayRemove: boolean
  readonly mayInviteAgain: boolean
  /** Names of the teams of a coach, for owners and the coach; without any, the coach sees no one. */
  readonly teams?: readonly string[] | undefined
}

/** Tags and saved teams that a coach can get with the invitation. */
export type TeamChoicesView = {
  readonly tags: readonly TeamChoiceView[]
  readonly savedTeams: readonly TeamChoiceView[]
}
type TeamChoiceView = { readonly id: string; readonly name: string }

/** An invitation to the reader. */
export type InvitationView = {
  readonly accountId: string
  readonly accountName: string
  readonly role: RoleView
  /** Null if the account's region can't be reached, or the inviting member was removed. */
  readonly invitedBy: string | null
  readonly expiresAt: string | null
}

/** `GET /members`: members of one account, and invitations to the user. */
export type MembersView = SignedInView & {
  /** A hidden field of every form. */
  readonly csrfToken: string
  /** The user's accounts, by name. */
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly isChosen: boolean }[]
  /** The selected account; without members if its region can't be reached. */
  readonly account?: {
    readonly id: string
    readonly name: string
    readonly isPaused: boolean
    readonly list?: {
      readonly members: readonly MemberRowView[]
      readonly mayInviteAs: readonly RoleView[]
    }
    /** For owners, if the account's region has answered. */
    readonly teamChoices?: TeamChoicesView | undefined
  }
  readonly invitations: readonly InvitationView[]
  readonly done?: DoneNotice | undefined
  readonly problem?: MembersProblem | undefined
  /** Input of an invitation that failed. `teamIds` is undefined if its form offered no teams, so that those given stay. */
  readonly typed?:
    | { readonly email: string; readonly role: string; readonly teamIds: readonly string[] | undefined }
    | undefined
  /** A role that was chosen in the row of a member and isn't saved yet. */
  readonly chosenRole?: { readonly memberId: string; readonly role: string } | undefined
  /** The coach that the confirmation is about, who may still need teams. */
  readonly doneCoach?: { readonly email: string; readonly teams: readonly string[] } | undefined
  /** Set after a sign-in that a form required: it has to be sent again. */
  readonly hasReauthenticated?: boolean | undefined
}

/** `GET /members/remove`: confirmation, because removing can't be undone. */
export type MemberRemovalView = SignedInView & {
  readonly csrfToken: string
  readonly account: { readonly id: string; readonly name: string }
  readonly member: Pick<MemberRowView, 'id' | 'email' | 'state' | 'isSelf'>
}
