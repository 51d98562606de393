import type { FastifyRequest } from 'fastify'
import type {
  DoneNotice,
  MemberRemovalView,
  MembersProblem,
  MembersView,
} from '../../../web/pages/members-view.ts'
import type { Membership } from '../../contract/authorization.ts'
import type { MemberCaller } from '../../contract/caller.ts'
import { Failure, notFound } from '../../contract/failure.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import type { MemberOperationResult, RunMemberOperation } from './member-operations-interface.ts'
import type { People } from './people-interface.ts'
import type { OAuthSettings } from './settings.ts'
import { signedInView } from './signed-in-view.ts'

export type MembersSettings = Pick<OAuthSettings, 'authUrl' | 'mountPath' | 'region' | 'pages'> & {
  people: Pick<People, 'find' | 'listMemberships'>
  runMemberOperation: RunMemberOperation
}

/** Who is signed in, and what goes with every form that they are shown. */
export type PageViewer = { person: SignedInPerson; proof: string }

export type MembersPageState = {
  /** The account that was chosen; the first one when none was. */
  accountId: string | null
  done?: string | null
  problem?: MembersProblem
  typed?: { email: string; role: string } | undefined
  /** Set after a sign-in that a form asked for. */
  hasReauthenticated?: boolean
}

/** A membership and how its owner signed in. */
type PersonAndMembership = { person: SignedInPerson; membership: Membership }

/** The page of members for this reader. Fails as missing where the chosen account is none of theirs. */
export async function membersView(
  request: FastifyRequest,
  settings: MembersSettings,
  { person, proof }: PageViewer,
  { accountId, done, problem, typed, hasReauthenticated }: MembersPageState,
): Promise<MembersView> {
  const { email } = person
  const memberships = await settings.people.listMemberships(email)
  const own = memberships.filter(({ isAccepted }) => isAccepted)
  const chosen = accountId === null ? own[0] : own.find((one) => one.accountId === accountId)
  if (!chosen && accountId !== null) throw notFound('You are not a member of such an account.')
  const open = memberships.filter(({ isAccepted }) => !isAccepted)
  const [list, invitations] = await Promise.all([
    chosen && listMembersUnlessAway(settings, { person, membership: chosen }, request),
    Promise.all(open.map((one) => invitationOf(settings, { person, membership: one }, request))),
  ])
  const { account: _, ...frame } = signedInView(request, settings, { email, memberships })
  return {
    ...frame,
    proof,
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
      },
    }),
    invitations: invitations.filter((one) => one !== undefined),
    done: doneWords.find((word) => word === done),
    ...{ problem, typed, hasReauthenticated },
  }
}

const doneWords: readonly DoneNotice[] = [
  ...(['invited', 'changed', 'removed', 'takenBack'] as const),
  ...(['left', 'accepted', 'declined'] as const),
]

/** The members, or nothing while the region of the account does not answer. */
async function listMembersUnlessAway(
  { runMemberOperation }: MembersSettings,
  { person, membership }: PersonAndMembership,
  request: FastifyRequest,
): Promise<MemberOperationResult<'list_members'> | undefined> {
  const asked = runMemberOperation(
    'list_members',
    memberCallerOf(membership, person),
    {},
    { id: String(request.id) },
  )
  return asked.catch((error) => undefinedIfUnavailable(error))
}

/** An invitation with who sent it; none when it has expired or was taken back. */
async function invitationOf(
  { runMemberOperation }: MembersSettings,
  { person, membership }: PersonAndMembership,
  request: FastifyRequest,
): Promise<MembersView['invitations'][number] | undefined> {
  const { accountId, accountName, role } = membership
  const about = { accountId, accountName }
  const asked = runMemberOperation(
    'read_membership',
    memberCallerOf(membership, person),
    {},
    { id: String(request.id) },
  )
  const read = await asked.catch((error) => (isGone(error) ? null : undefinedIfUnavailable(error)))
  if (read === undefined) return { ...about, role, invitedBy: null, expiresAt: null }
  if (read?.state !== 'invited') return undefined
  return { ...about, role: read.role, invitedBy: read.invitedBy, expiresAt: read.expiresAt }
}

function undefinedIfUnavailable(error: unknown): undefined {
  if (error instanceof Failure && error.kind === 'unavailable') return undefined
  throw error
}

function isGone(error: unknown): boolean {
  return error instanceof Failure && (error.kind === 'missing' || error.kind === 'forbidden')
}

/** The person as a member of that account. */
export function memberCallerOf(
  { accountId, region, memberId }: Membership,
  { signedInAt, method }: Pick<SignedInPerson, 'signedInAt' | 'method'>,
): MemberCaller {
  const signIn = { at: signedInAt, byPasskey: method === 'passkey' }
  return { kind: 'member', accountId, region, memberId, signIn }
}

/** The question before a removal. Fails as missing for whom the reader could not remove. */
export async function memberRemovalView(
  request: FastifyRequest,
  settings: MembersSettings,
  { person, proof }: PageViewer,
  { membership, memberId }: { membership: Membership; memberId: string | null },
): Promise<MemberRemovalView> {
  const facts = { id: String(request.id) }
  const { members } = await settings.runMemberOperation(
    'list_members',
    memberCallerOf(membership, person),
    {},
    facts,
  )
  const member = members.find(({ id, mayRemove }) => id === memberId && mayRemove)
  if (!member) throw notFound('There is no such member.')
  const account = { id: membership.accountId, name: membership.accountName }
  const memberships = await settings.people.listMemberships(person.email)
  const frame = signedInView(request, settings, { email: person.email, memberships })
  return { ...frame, proof, account, member }
}

/** What the page says of a refusal; undefined for what it has no words for. */
export function membersProblemOf({ kind, code, param }: Failure): MembersProblem | undefined {
  if (kind === 'invalid' && param === 'email') return 'email'
  return problems[code]
}

const problems: Record<string, MembersProblem> = {
  last_owner: 'lastOwner',
  passkey_required: 'passkeyRequired',
  role_missing: 'notAllowed',
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
}
