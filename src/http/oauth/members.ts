import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DoneWord } from '../../../web/pages/members-view.ts'
import type { Membership } from '../../contract/authorization.ts'
import { missing } from '../../contract/failure.ts'
import type { Clock } from '../../contract/ports.ts'
import type { SignedIn } from '../../identity/people/sessions.ts'
import { searchOf } from '../page/address.ts'
import { sendPage } from '../page/answer.ts'
import { readForm } from '../page/form.ts'
import { refuseForeignOrigin } from '../page/origin.ts'
import { failureOf } from '../refusal.ts'
import { statusOf } from '../status.ts'
import type { FormProof } from './csrf.ts'
import { takeDraft } from './draft.ts'
import {
  callerOf,
  type MembersSettings,
  membersView,
  problemOf,
  type Reader,
  removalView,
} from './members-view.ts'
import type { RunMembership } from './membership-port.ts'
import { personOf } from './person.ts'
import { signInAgain } from './sign-in-again.ts'

/**
 * `/members`: who acts for an account, invitations, removal. Every form goes to the account that it names, as the
 * membership that the signed-in person has there now; what the membership may do is decided behind the gate.
 */
export function registerMembers(
  pages: FastifyInstance,
  settings: MembersSettings & { formProof: FormProof; clock: Clock },
): void {
  const root = settings.mountPath
  const toSignIn = (reply: FastifyReply) => reply.redirect(`${root}/sign-in?continue=members`, 303)

  pages.get('/members', async (request, reply) => {
    const person = await personOf(request, settings)
    if (!person) return toSignIn(reply)
    const search = searchOf(request)
    const draft = takeDraft(request, reply, settings.authUrl, { email: person.email, path: '/members' })
    const typed = draft && typedIn(draft)
    const shown = { accountId: search.get('account'), done: search.get('done'), typed, isBack: !!draft }
    const view = await membersView(request, settings, proven(settings, person), shown)
    return sendPage(reply, settings.pages.renderMembers(view))
  })

  pages.get('/members/remove', async (request, reply) => {
    const person = await personOf(request, settings)
    if (!person) return toSignIn(reply)
    const search = searchOf(request)
    const membership = await getMembership(settings, person, search.get('account'))
    const about = { membership, memberId: search.get('member') }
    const view = await removalView(request, settings, proven(settings, person), about)
    return sendPage(reply, settings.pages.renderMemberRemoval(view))
  })

  for (const [name, act] of Object.entries(acts)) {
    pages.post(`/members/${name}`, async (request, reply) => {
      refuseForeignOrigin(request, settings.authUrl)
      const person = await personOf(request, settings)
      if (!person) return toSignIn(reply)
      const form = readForm(request)
      settings.formProof.refuseUnproven(form, person.secret, purpose)
      const membership = await getMembership(settings, person, form.get('account'))
      const run = runAs(settings.runMembership, { person, membership }, request)
      try {
        const done = await act(run, form, membership)
        return reply.redirect(`${root}/members${afterwards(settings, membership, done)}`, 303)
      } catch (error) {
        return await showProblem(request, reply, settings, { person, membership, form, error })
      }
    })
  }
}

/** One proof for all forms of these pages: each of them asks for itself before it does what cannot be undone. */
const purpose = 'members'

type Run = <Name extends Parameters<RunMembership>[0]>(
  name: Name,
  input: Record<string, unknown>,
) => ReturnType<RunMembership>

type Act = (run: Run, form: URLSearchParams, membership: Membership) => Promise<DoneWord>

const acts: Record<string, Act> = {
  async invite(run, form) {
    await run('invite_member', { email: field(form, 'invitee'), role: field(form, 'role') })
    return 'invited'
  },
  async role(run, form) {
    await run('change_member_role', { memberId: field(form, 'member'), role: field(form, 'role') })
    return 'changed'
  },
  async remove(run, form, { memberId: self }) {
    const memberId = field(form, 'member')
    await run('remove_member', { memberId })
    if (memberId === self) return 'left'
    return form.get('state') === 'accepted' ? 'removed' : 'takenBack'
  },
  async accept(run) {
    await run('accept_membership', {})
    return 'accepted'
  },
  async decline(run) {
    await run('decline_membership', {})
    return 'declined'
  },
}

/** The fields of forms have names of their own: `email` is what the page of sign-in asks for. */
function field(form: URLSearchParams, name: 'invitee' | 'role' | 'member'): string | undefined {
  return form.get(name) ?? undefined
}

function runAs(
  runMembership: RunMembership,
  { person, membership }: { person: SignedIn; membership: Membership },
  request: FastifyRequest,
): Run {
  return (name, input) => runMembership(name, callerOf(membership, person), input, { id: String(request.id) })
}

/** Accounts of others are answered as accounts that do not exist. */
async function getMembership(
  { people }: MembersSettings,
  { email }: SignedIn,
  accountId: string | null,
): Promise<Membership> {
  const found = (await people.listMemberships(email)).find((one) => one.accountId === accountId)
  if (!found) throw missing('You are not a member of such an account.')
  return found
}

function proven({ formProof }: { formProof: FormProof }, person: SignedIn & { secret: string }): Reader {
  return { person, proof: formProof.proofFor(person.secret, purpose) }
}

/** Where the page goes on. Another region tells of a new member a moment later, so it cannot be shown at once. */
function afterwards({ region }: MembersSettings, membership: Membership, done: DoneWord): string {
  const isThere = done !== 'left' && done !== 'declined'
  const isKnown = membership.isAccepted || membership.region === region
  const account = isThere && isKnown ? `account=${membership.accountId}&` : ''
  return `?${account}done=${done}`
}

type Failed = {
  person: SignedIn & { secret: string }
  membership: Membership
  form: URLSearchParams
  error: unknown
}

/** The page again, with what could not be done and what was typed. */
async function showProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: MembersSettings & { formProof: FormProof; clock: Clock },
  { person, membership, form, error }: Failed,
): Promise<FastifyReply> {
  const failure = failureOf(error as Error)
  if (failure.code === 'sign_in_too_old') {
    const path = `/members?account=${membership.accountId}`
    return signInAgain(reply, settings, { page: 'members', path, email: person.email, form })
  }
  const problem = problemOf(failure)
  if (!problem) throw error
  if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
  const view = await membersView(request, settings, proven(settings, person), {
    accountId: membership.isAccepted ? membership.accountId : null,
    problem,
    typed: typedIn(form),
  })
  return sendPage(reply, settings.pages.renderMembers(view), statusOf(failure.kind))
}

function typedIn(form: URLSearchParams): { email: string; role: string } {
  return { email: field(form, 'invitee') ?? '', role: field(form, 'role') ?? '' }
}
