import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Membership } from '../../contract/authorization.ts'
import { notFound } from '../../contract/failure.ts'
import type { Clock } from '../../contract/ports.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { failureFromError } from '../failure-from-error.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { sendPage } from '../page/send-page.ts'
import { statusOf } from '../status.ts'
import type { DoneNotice } from '../views/members-view.ts'
import type { CsrfProtection } from './csrf.ts'
import { takeFormDraft } from './form-draft.ts'
import { memberCallerOf } from './member-caller.ts'
import type {
  MemberOperationName,
  MemberOperationResult,
  RunMemberOperation,
} from './member-operations-interface.ts'
import {
  type MembersPageState,
  type MembersSettings,
  memberRemovalView,
  membersProblemOf,
  membersView,
  type PageViewer,
} from './members-view.ts'
import { reauthenticate } from './reauthenticate.ts'
import { sendToSignIn } from './send-to-sign-in.ts'
import { findSignedInPerson } from './session-cookie.ts'

/**
 * `/members`: members of an account, invitations and removal. Each form names its account and acts with the membership
 * that the signed-in person has there now. The gate decides what that membership may do.
 */
export function registerMembers(
  pages: FastifyInstance,
  settings: MembersSettings & { csrf: CsrfProtection; clock: Clock },
): void {
  const root = settings.mountPath

  pages.get('/members', async (request, reply) => {
    const person = await findSignedInPerson(request, settings)
    if (!person) return sendToSignIn(settings, reply, 'members')
    const search = searchParamsOf(request)
    const draft = takeFormDraft(request, reply, settings.authUrl, { email: person.email, path: '/members' })
    const state = {
      accountId: search.get('account'),
      done: search.get('done'),
      changedId: search.get('member'),
      ...(draft && enteredIn(draft)),
      hasReauthenticated: !!draft,
    }
    const view = await membersView(request, settings, pageViewerOf(settings, person), state)
    return sendPage(reply, settings.pages.renderMembers(view))
  })

  pages.get('/members/remove', async (request, reply) => {
    const person = await findSignedInPerson(request, settings)
    if (!person) return sendToSignIn(settings, reply, 'members')
    const search = searchParamsOf(request)
    const membership = await getMembership(settings, person, search.get('account'))
    const removal = { membership, memberId: search.get('member') }
    const view = await memberRemovalView(request, settings, pageViewerOf(settings, person), removal)
    return sendPage(reply, settings.pages.renderMemberRemoval(view))
  })

  for (const [name, act] of Object.entries(memberActions)) {
    pages.post(`/members/${name}`, async (request, reply) => {
      refuseCrossOrigin(request, settings.authUrl)
      const person = await findSignedInPerson(request, settings)
      if (!person) return sendToSignIn(settings, reply, 'members')
      const form = readForm(request)
      settings.csrf.verifyForm(form, person.secret, membersPurpose)
      const membership = await getMembership(settings, person, form.get('account'))
      const run = runAs(settings.runMemberOperation, { person, membership }, request)
      try {
        const { done, memberId: changedId = null } = await act(run, form, membership)
        const uid = pendingRequestOf(settings, form, membership)
        if (uid !== undefined) return reply.redirect(`${root}/oauth/interaction/${uid}`, 303)
        return reply.redirect(`${root}/members${redirectQuery(settings, membership, done, changedId)}`, 303)
      } catch (error) {
        return await showProblem(request, reply, settings, { person, membership, form, error })
      }
    })
  }
}

/** One CSRF purpose for all forms of these pages: each asks for confirmation before it does anything irreversible. */
export const membersPurpose = 'members'

/**
 * The authorization request that an invitation was answered from, which then continues. Other regions report a new membership
 * with a delay, so the request couldn't offer its account yet.
 */
function pendingRequestOf(
  { region }: MembersSettings,
  form: URLSearchParams,
  membership: Membership,
): string | undefined {
  const uid = form.get('request')
  return uid !== null && /^[\w-]{1,64}$/.test(uid) && membership.region === region ? uid : undefined
}

type RunAsMember = <Name extends MemberOperationName>(
  name: Name,
  input: Record<string, unknown>,
) => Promise<MemberOperationResult<Name>>

/** What was done, and with whom if the next page says more about them. */
type Done = { done: DoneNotice; memberId?: string }
type MemberAction = (run: RunAsMember, form: URLSearchParams, membership: Membership) => Promise<Done>

const memberActions: Record<string, MemberAction> = {
  async invite(run, form) {
    const role = formField(form, 'role')
    const email = formField(form, 'invitee')
    const { id } = await run('invite_member', { email, role, ...(role === 'coach' && chosenTeams(form)) })
    return { done: 'invited', ...(role === 'coach' && { memberId: id }) }
  },
  async role(run, form) {
    const memberId = formField(form, 'member')
    await run('change_member_role', { memberId, role: formField(form, 'role') })
    return { done: 'changed', ...(memberId !== undefined && { memberId }) }
  },
  async remove(run, form, { memberId: self }) {
    const memberId = formField(form, 'member')
    await run('remove_member', { memberId })
    if (memberId === self) return { done: 'left' }
    return { done: form.get('state') === 'accepted' ? 'removed' : 'takenBack' }
  },
  async accept(run) {
    const { id, role } = await run('accept_membership', {})
    return { done: 'accepted', ...(role === 'coach' && { memberId: id }) }
  },
  async decline(run) {
    await run('decline_membership', {})
    return { done: 'declined' }
  },
}

/** Only from the form that offers teams. "Invite again" leaves those that were chosen before. */
function chosenTeams(form: URLSearchParams): { tagIds?: string[]; savedTeamIds?: string[] } {
  if (!form.has('teams')) return {}
  return { tagIds: form.getAll('tag'), savedTeamIds: form.getAll('team') }
}

/**
 * The form's own field names. `email` is the field of the sign-in page, so the invitee's address is not called that.
 */
function formField(form: URLSearchParams, name: 'invitee' | 'role' | 'member'): string | undefined {
  return form.get(name) ?? undefined
}

function runAs(
  runMemberOperation: RunMemberOperation,
  { person, membership }: { person: SignedInPerson; membership: Membership },
  request: FastifyRequest,
): RunAsMember {
  return (name, input) =>
    runMemberOperation(name, memberCallerOf(membership, person), input, { id: String(request.id) })
}

/** Other people's accounts fail as missing, like accounts that don't exist. */
async function getMembership(
  { people }: MembersSettings,
  person: SignedInPerson,
  accountId: string | null,
): Promise<Membership> {
  const membership = (await people.listMemberships(person)).find((one) => one.accountId === accountId)
  if (!membership) throw notFound("You're not a member of this account.")
  return membership
}

function pageViewerOf(
  { csrf }: { csrf: CsrfProtection },
  person: SignedInPerson & { secret: string },
): PageViewer {
  return { person, csrfToken: csrf.createToken(person.secret, membersPurpose) }
}

/**
 * Where the page continues. Other regions report a new membership with a delay, so its account can't be selected yet.
 */
function redirectQuery(
  { region }: MembersSettings,
  membership: Membership,
  done: DoneNotice,
  changedId: string | null,
): string {
  const isStillMember = done !== 'left' && done !== 'declined'
  const canSelect = membership.isAccepted || membership.region === region
  const account = isStillMember && canSelect ? `account=${membership.accountId}&` : ''
  const changed = changedId === null ? '' : `&member=${encodeURIComponent(changedId)}`
  return `?${account}done=${done}${changed}`
}

type FailedForm = {
  person: SignedInPerson & { secret: string }
  membership: Membership
  form: URLSearchParams
  error: unknown
}

/** Shows the page again, with the error and what was typed. */
async function showProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: MembersSettings & { csrf: CsrfProtection; clock: Clock },
  { person, membership, form, error }: FailedForm,
): Promise<FastifyReply> {
  const failure = failureFromError(error as Error)
  if (failure.code === 'sign_in_too_old') {
    const path = `/members?account=${membership.accountId}`
    return reauthenticate(reply, settings, { page: 'members', path, email: person.email, form })
  }
  const problem = membersProblemOf(failure)
  if (!problem) throw error
  if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
  const view = await membersView(request, settings, pageViewerOf(settings, person), {
    accountId: membership.isAccepted ? membership.accountId : null,
    problem,
    ...enteredIn(form),
  })
  return sendPage(reply, settings.pages.renderMembers(view), statusOf(failure.kind))
}

/** What a form had, for the same form of the next page: a role of a member, or an invitation. */
function enteredIn(form: URLSearchParams): Pick<MembersPageState, 'typed' | 'chosenRole'> {
  const role = formField(form, 'role') ?? ''
  const memberId = formField(form, 'member')
  if (memberId !== undefined) return { chosenRole: { memberId, role } }
  const email = formField(form, 'invitee')
  // "Invite again" offers no teams, and neither does the form that repeats it: unchecked boxes would take all away.
  const keepsTeams = email !== undefined && !form.has('teams')
  const teamIds = keepsTeams ? undefined : [...form.getAll('tag'), ...form.getAll('team')]
  return { typed: { email: email ?? '', role, teamIds } }
}
