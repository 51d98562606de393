import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '../../contract/failure.ts'
import type { SignedIn } from '../../identity/people/sessions.ts'
import { searchOf } from '../page/address.ts'
import { sendPage } from '../page/answer.ts'
import { readForm } from '../page/form.ts'
import { refuseForeignOrigin } from '../page/origin.ts'
import { failureOf } from '../refusal.ts'
import { statusOf } from '../status.ts'
import {
  type ClientsSettings,
  clientsView,
  type Found,
  getClient,
  getFound,
  problemOf,
  secretView,
} from './clients-view.ts'
import { takeDraft } from './draft.ts'
import { personOf } from './person.ts'
import { signInAgain } from './sign-in-again.ts'

type Signed = SignedIn & { secret: string }

/**
 * `/clients`: the machine clients of an account, for its owners. A secret is in one answer, that of the form that made
 * it, and never in an address; what may be done is decided behind the gate.
 */
export function registerClients(pages: FastifyInstance, settings: ClientsSettings): void {
  const root = settings.mountPath
  const { renderClientRevocation, renderClientRotation, renderClientSecret, renderClients } = settings.pages

  pages.get('/clients', async (request, reply) => {
    const person = await personOf(request, settings)
    if (!person) return toSignIn(settings, reply)
    const accountId = searchOf(request).get('account')
    const isDone = searchOf(request).get('done') === 'revoked'
    const draft = takeDraft(request, reply, settings.authUrl, { email: person.email, path: '/clients' })
    const typed = draft && { name: draft.get('name') ?? '', scopes: draft.getAll('scope') }
    const shown = { accountId, isDone, typed, isBack: !!draft }
    const { view, status } = await clientsView(request, settings, person, shown)
    return sendPage(reply, renderClients(view), status)
  })

  for (const name of ['rotate', 'revoke'] as const) {
    pages.get(`/clients/${name}`, async (request, reply) => {
      const person = await personOf(request, settings)
      if (!person) return toSignIn(settings, reply)
      const found = await getFound(settings, request, person, searchOf(request).get('account'))
      const client = await getClient(settings, request, found, searchOf(request).get('client'))
      const at = { email: person.email, path: `/clients/${name}` }
      const isBack = takeDraft(request, reply, settings.authUrl, at) !== undefined
      const view = { ...found.page, proof: proofFor(settings, person), client, isBack }
      if (name === 'revoke') return sendPage(reply, renderClientRevocation(view))
      return sendPage(reply, renderClientRotation({ ...view, now: settings.clock().toISOString() }))
    })
  }

  posted('create', async (request, reply, { person, form, found }) => {
    const typed = { name: form.get('name') ?? '', scopes: form.getAll('scope') }
    const input = { ...typed, formId: form.get('form') ?? '' }
    try {
      const made = await settings.runMembership('create_client', found.caller, input, ids(request))
      return sendPage(reply, renderClientSecret(secretView(settings, found, made)))
    } catch (error) {
      return showProblem(request, reply, person, { found, error, typed, form, path: '/clients' })
    }
  })

  posted('rotate', async (request, reply, { person, form, found }) => {
    const keep = form.get('keep')
    const input = {
      clientId: form.get('client') ?? '',
      overlap: form.get('overlap') ?? '',
      newest: form.get('newest') ?? '',
      ...(keep === null ? {} : { keep }),
    }
    try {
      const made = await settings.runMembership('rotate_client', found.caller, input, ids(request))
      const older = { endsAt: made.olderEndsAt }
      return sendPage(reply, renderClientSecret({ ...secretView(settings, found, made), older }))
    } catch (error) {
      return showProblem(request, reply, person, { found, error, form, path: '/clients/rotate' })
    }
  })

  posted('revoke', async (request, reply, { person, form, found }) => {
    const typed = form.get('name') ?? ''
    const input = { clientId: form.get('client') ?? '', name: typed }
    try {
      await settings.runMembership('revoke_client', found.caller, input, ids(request))
      return reply.redirect(`${root}/clients?account=${found.membership.accountId}&done=revoked`, 303)
    } catch (error) {
      if ((error as Failure).code !== 'name_differs') {
        return showProblem(request, reply, person, { found, error, form, path: '/clients/revoke' })
      }
      const client = await getClient(settings, request, found, form.get('client'))
      const problem = problemOf(error as Failure)
      const view = { ...found.page, proof: proofFor(settings, person), client, problem, typed }
      return sendPage(reply, renderClientRevocation(view), 400)
    }
  })

  type Sent = { person: Signed; form: URLSearchParams; found: Found }

  /** A form of these pages: sent from one of them, in this session, for an account of whoever is signed in. */
  function posted(
    name: string,
    act: (request: FastifyRequest, reply: FastifyReply, sent: Sent) => Promise<FastifyReply>,
  ): void {
    pages.post(`/clients/${name}`, async (request, reply) => {
      refuseForeignOrigin(request, settings.authUrl)
      const person = await personOf(request, settings)
      if (!person) return toSignIn(settings, reply)
      const form = readForm(request)
      settings.formProof.refuseUnproven(form, person.secret, purpose)
      const found = await getFound(settings, request, person, form.get('account'))
      return act(request, reply, { person, form, found })
    })
  }

  type Failed = {
    found: Found
    error: unknown
    form: URLSearchParams
    /** The page of the form. */
    path: string
    typed?: { name: string; scopes: string[] }
  }

  /** The list again, with what could not be done and what was typed. */
  async function showProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    person: Signed,
    { found, error, form, path, typed }: Failed,
  ): Promise<FastifyReply> {
    const failure = failureOf(error as Error)
    if (failure.code === 'sign_in_too_old') {
      const about = new URLSearchParams({ account: found.membership.accountId })
      const client = form.get('client')
      if (client !== null) about.set('client', client)
      const back = { page: 'clients', path: `${path}?${about}`, email: person.email, form } as const
      return signInAgain(reply, settings, back)
    }
    const problem = problemOf(failure)
    if (!problem) throw error
    if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
    const accountId = found.membership.accountId
    const { view } = await clientsView(request, settings, person, { accountId, problem, typed })
    return sendPage(reply, renderClients(view), statusOf(failure.kind))
  }
}

const purpose = 'clients'

function proofFor({ formProof }: ClientsSettings, person: Signed): string {
  return formProof.proofFor(person.secret, purpose)
}

function ids(request: FastifyRequest): { id: string } {
  return { id: String(request.id) }
}

function toSignIn({ mountPath }: ClientsSettings, reply: FastifyReply): FastifyReply {
  return reply.redirect(`${mountPath}/sign-in?continue=clients`, 303)
}
