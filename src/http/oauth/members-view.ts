import type { FastifyRequest } from 'fastify'
import type { Membership } from '../../contract/authorization.ts'
import { Failure, notFound } from '../../contract/failure.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import type {
  DoneNotice,
  InvitationView,
  MemberRemovalView,
  MemberRowView,
  MembersProblem,
  MembersView,
} from '../views/members-view.ts'
import { memberCallerOf } from './member-caller.ts'
import type { MemberOperationResult } from './member-operations-interface.ts'
import type { People } from './people-interface.ts'
import type { OAuthSettings } from './settings.ts'
import { type SignedInSettings, signedInView } from './signed-in-view.ts'

export type MembersSettings = SignedInSettings &
  Pick<OAuthSettings, 'authUrl' | 'pages'> & { people: Pick<People, 'find' | 'listMemberships'> }

/** The signed-in person, and the CSRF token for the forms of the page. */
export type PageViewer = { person: SignedInPerson; csrfToken: string }

export type MembersPageState = {
  /** The selected account. Null selects the first. */
  accountId: string | null
  done?: string | null
  problem?: MembersProblem
  typed?: MembersView['typed']
  /** A role that was chosen for a member and isn't saved. */
  chosenRole?: { memberId: string; role: string } | undefined
  /** The member whose role was changed, who was invited as a coach, or who has accepted. */
  changedId?: string | null
  /** Set after a reauthentication that a form required. */
  hasReauthenticated?: boolean
}

/** A person and one of their memberships. */
type PersonAndMembership = { person: SignedInPerson; membership: Membership }

/** The members page for this reader. Fails as missing if the selected account isn't one of theirs. */
export async function membersView(
  request: FastifyRequest,
  settings: MembersSettings,
  { person, csrfToken }: PageViewer,
  { accountId, done, problem, typed, chosenRole, changedId, hasReauthenticated }: MembersPageState,
): Promise<MembersView> {
  const memberships = await settings.people.listMemberships(person)
  const own = memberships.filter(({ isAccepted }) => isAccepted)
  const chosen = accountId === null ? own[0] : own.find((one) => one.accountId === accountId)
  if (!chosen && accountId !== null) throw notFound("You're not a member of this account.")
  const [listed, coachTeams, invitations] = await Promise.all([
    chosen && listMembersUnlessAway(settings, { person, membership: chosen }, request),
    chosen && listCoachTeams(settings, { person, membership: chosen }, request),
    listInvitations(settings, person, memberships, request),
  ])
  const list = listed && { ...listed, members: withTeams(listed.members, coachTeams?.coaches) }
  const { account: _, ...frame } = await signedInView(request, settings, { person, memberships, chosen })
  const notice = doneWords.find((word) => word === done)
  return {
    ...frame,
    csrfToken,
    accounts: own.map((one) => ({
      id: one.accountId,
      name: one.accountName,
      isChosen: one === chosen,
    })),
    ...(chosen && {
      account: {
        id: chosen.accountId,
        name: chosen.accountName,
        isPaused: chosen.isPaused,
        ...(list && { list }),
        ...(chosen.role === 'owner' && { teamChoices: coachTeams?.choices }),
      },
    }),
    invitations,
    done: notice,
    problem,
    typed,
    chosenRole,
    doneCoach: notice && doneCoachOf(list?.members, notice, changedId),
    hasReauthenticated,
  }
}

/** Members with the teams of those who are coaches, as far as the reader may see them. */
function withTeams(
  members: MemberOperationResult<'list_members'>['members'],
  coaches: MemberOperationResult<'list_coach_teams'>['coaches'] | undefined,
): MemberRowView[] {
  const teams = new Map(coaches?.map((one) => [one.memberId, one.teams]))
  return members.map((member) => ({ ...member, teams: teams.get(member.id) }))
}

/**
 * The coach whom the confirmation is about: someone changed or invited, or the reader who has accepted. They may be in another
 * account than the one that is shown, because a new membership in another region can't be selected yet.
 */
function doneCoachOf(
  members: readonly MemberRowView[] | undefined,
  done: DoneNotice,
  changedId: string | null | undefined,
): MembersView['doneCoach'] {
  if (done !== 'changed' && done !== 'invited' && done !== 'accepted') return undefined
  const coach = members?.find(({ id, role, isSelf }) => {
    return id === changedId && role === 'coach' && (done !== 'accepted' || isSelf)
  })
  return coach?.teams && { email: coach.email, teams: coach.teams }
}

const doneWords: readonly DoneNotice[] = [
  'invited',
  'changed',
  'removed',
  'takenBack',
  'left',
  'accepted',
  'declined',
]

/** The members, or undefined if the account's region doesn't answer. */
async function listMembersUnlessAway(
  { runMemberOperation }: MembersSettings,
  { person, membership }: PersonAndMembership,
  request: FastifyRequest,
): Promise<MemberOperationResult<'list_members'> | undefined> {
  const response = runMemberOperation(
    'list_members',
    memberCallerOf(membership, person),
    {},
    { id: String(request.id) },
  )
  return response.catch((error) => undefinedIfUnavailable(error))
}

/**
 * The teams of coaches, for owners and coaches. The page does without them if the account's region doesn't answer, or has a
 * version that doesn't know the operation.
 */
async function listCoachTeams(
  { runMemberOperation }: MembersSettings,
  { person, membership }: PersonAndMembership,
  request: FastifyRequest,
): Promise<MemberOperationResult<'list_coach_teams'> | undefined> {
  if (membership.role !== 'owner' && membership.role !== 'coach') return undefined
  const caller = memberCallerOf(membership, person)
  return runMemberOperation('list_coach_teams', caller, {}, { id: String(request.id) }).catch((error) => {
    if (error instanceof Failure) return undefined
    throw error
  })
}

/** The invitations to this person that can still be accepted. None of their regions can keep the page from being shown. */
export async function listInvitations(
  settings: Pick<MembersSettings, 'runMemberOperation'>,
  person: SignedInPerson,
  memberships: readonly Membership[],
  request: FastifyRequest,
): Promise<InvitationView[]> {
  const pending = memberships.filter(({ isAccepted }) => !isAccepted)
  const invitations = await Promise.all(
    pending.map((membership) => invitationOf(settings, { person, membership }, request)),
  )
  return invitations.filter((invitation) => invitation !== undefined)
}

/**
 * An invitation and who sent it, which is left out if the account's region doesn't say. Undefined if it has expired or was
 * revoked.
 */
async function invitationOf(
  { runMemberOperation }: Pick<MembersSettings, 'runMemberOperation'>,
  { person, membership }: PersonAndMembership,
  request: FastifyRequest,
): Promise<InvitationView | undefined> {
  const { accountId, accountName, role } = membership
  const account = { accountId, accountName }
  const response = runMemberOperation(
    'read_membership',
    memberCallerOf(membership, person),
    {},
    { id: String(request.id) },
  )
  const current = await undefinedIfSilent(response.catch(nullIfGoneElseUndefined))
  if (current === undefined) return { ...account, role, invitedBy: null, expiresAt: null }
  if (current?.state !== 'invited') return undefined
  return { ...account, role: current.role, invitedBy: current.invitedBy, expiresAt: current.expiresAt }
}

/** People wait for the page meanwhile. A region may take a second to report its directory before it answers. */
const detailsMilliseconds = 1_500

function undefinedIfSilent<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), detailsMilliseconds)
  })
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
}

/** Null if the invitation is over, undefined if that can't be told now, as with a limit that the person has reached. */
function nullIfGoneElseUndefined(error: unknown): null | undefined {
  if (!(error instanceof Failure)) throw error
  return error.kind === 'missing' || error.kind === 'forbidden' ? null : undefined
}

function undefinedIfUnavailable(error: unknown): undefined {
  if (error instanceof Failure && error.kind === 'unavailable') return undefined
  throw error
}

/** The confirmation before a removal. Fails as missing for members whom the reader may not remove. */
export async function memberRemovalView(
  request: FastifyRequest,
  settings: MembersSettings,
  { person, csrfToken }: PageViewer,
  { membership, memberId }: { membership: Membership; memberId: string | null },
): Promise<MemberRemovalView> {
  const metadata = { id: String(request.id) }
  const { members } = await settings.runMemberOperation(
    'list_members',
    memberCallerOf(membership, person),
    {},
    metadata,
  )
  const member = members.find(({ id, mayRemove }) => id === memberId && mayRemove)
  if (!member) throw notFound('There is no such member.')
  const account = { id: membership.accountId, name: membership.accountName }
  const memberships = await settings.people.listMemberships(person)
  const frame = await signedInView(request, settings, { person, memberships, chosen: membership })
  return { ...frame, csrfToken, account, member }
}

/** The page's message for a refusal. Undefined if it has none. */
export function membersProblemOf({ kind, code, param }: Failure): MembersProblem | undefined {
  if (kind === 'invalid' && param === 'email') return 'email'
  if (kind === 'invalid' && /^(tagIds|savedTeamIds)/.test(param ?? '')) return 'tooManyTeams'
  return problems[code]
}

const problems: Record<string, MembersProblem> = {
  last_owner: 'lastOwner',
  passkey_required: 'passkeyRequired',
  provider_required: 'notAllowed',
  role_missing: 'notAllowed',
  sandbox_members: 'notAllowed',
  forbidden: 'notAllowed',
  member_already: 'memberAlready',
  invited_just_now: 'justInvited',
  recipient_limit: 'recipientLimit',
  recipient_opted_out: 'optedOut',
  email_limit: 'emailLimit',
  too_many_invitations: 'tooManyInvitations',
  rate_limited: 'tooMany',
  invitation_over: 'over',
  account_paused: 'paused',
  not_found: 'gone',
  conflict: 'crossing',
  accepted_already: 'crossing',
  unavailable: 'away',
  tag_not_found: 'teamGone',
  saved_team_not_found: 'teamGone',
}
