import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '../../contract/failure.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { failureFromError } from '../failure-from-error.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { sendPage } from '../page/send-page.ts'
import { statusOf } from '../status.ts'
import {
  type AccountMembership,
  type ClientsSettings,
  clientSecretView,
  clientsProblemOf,
  clientsView,
  getAccountMembership,
  getClient,
} from './clients-view.ts'
import { takeFormDraft } from './form-draft.ts'
import { reauthenticate } from './reauthenticate.ts'
import { sendToSignIn } from './send-to-sign-in.ts'
import { findSignedInPerson } from './session-cookie.ts'

type SignedInSession = SignedInPerson & { secret: string }

/**
 * `/clients`: the machine clients of an account, for its owners. A secret appears only in the response to the form that
 * created it, never in a URL. The gate decides what the person may do.
 */
export function registerClients(pages: FastifyInstance, settings: ClientsSettings): void {
  const root = settings.mountPath
  const { renderClientRevocation, renderClientRotation, renderClientSecret, renderClients } = settings.pages

  pages.get('/clients', async (request, reply) => {
    const person = await findSignedInPerson(request, settings)
    if (!person) return sendToSignIn(settings, reply, 'clients')
    const accountId = searchParamsOf(request).get('account')
    const isDone = searchParamsOf(request).get('done') === 'revoked'
    const draft = takeFormDraft(request, reply, settings.authUrl, { email: person.email, path: '/clients' })
    const typed = draft && { name: draft.get('name') ?? '', scopes: draft.getAll('scope') }
    const state = { accountId, isDone, typed, hasReauthenticated: !!draft }
    const { view, status } = await clientsView(request, settings, person, state)
    return sendPage(reply, renderClients(view), status)
  })

  for (const name of ['rotate', 'revoke'] as const) {
    pages.get(`/clients/${name}`, async (request, reply) => {
      const person = await findSignedInPerson(request, settings)
      if (!person) return sendToSignIn(settings, reply, 'clients')
      const accountMembership = await getAccountMembership(
        settings,
        request,
        person,
        searchParamsOf(request).get('account'),
      )
      const client = await getClient(
        settings,
        request,
        accountMembership,
        searchParamsOf(request).get('client'),
      )
      const draftKey = { email: person.email, path: `/clients/${name}` }
      const hasReauthenticated = takeFormDraft(request, reply, settings.authUrl, draftKey) !== undefined
      const view = {
        ...accountMembership.page,
        csrfToken: createCsrfToken(settings, person),
        client,
        hasReauthenticated,
      }
      if (name === 'revoke') return sendPage(reply, renderClientRevocation(view))
      return sendPage(reply, renderClientRotation({ ...view, now: settings.clock().toISOString() }))
    })
  }

  handlePost('create', async (request, reply, { person, form, accountMembership }) => {
    const typed = { name: form.get('name') ?? '', scopes: form.getAll('scope') }
    const input = { ...typed, formId: form.get('form') ?? '' }
    try {
      const created = await settings.runMemberOperation(
        'create_client',
        accountMembership.caller,
        input,
        requestIdOf(request),
      )
      return sendPage(reply, renderClientSecret(clientSecretView(settings, accountMembership, created)))
    } catch (error) {
      return showProblem(request, reply, person, { accountMembership, error, typed, form, path: '/clients' })
    }
  })

  handlePost('rotate', async (request, reply, { person, form, accountMembership }) => {
    const keep = form.get('keep')
    const input = {
      clientId: form.get('client') ?? '',
      overlap: form.get('overlap') ?? '',
      newest: form.get('newest') ?? '',
      ...(keep === null ? {} : { keep }),
    }
    try {
      const rotated = await settings.runMemberOperation(
        'rotate_client',
        accountMembership.caller,
        input,
        requestIdOf(request),
      )
      const older = { endsAt: rotated.olderEndsAt }
      return sendPage(
        reply,
        renderClientSecret({ ...clientSecretView(settings, accountMembership, rotated), older }),
      )
    } catch (error) {
      return showProblem(request, reply, person, { accountMembership, error, form, path: '/clients/rotate' })
    }
  })

  handlePost('revoke', async (request, reply, { person, form, accountMembership }) => {
    const typed = form.get('name') ?? ''
    const input = { clientId: form.get('client') ?? '', name: typed }
    try {
      await settings.runMemberOperation(
        'revoke_client',
        accountMembership.caller,
        input,
        requestIdOf(request),
      )
      return reply.redirect(
        `${root}/clients?account=${accountMembership.membership.accountId}&done=revoked`,
        303,
      )
    } catch (error) {
      if ((error as Failure).code !== 'name_differs') {
        return showProblem(request, reply, person, {
          accountMembership,
          error,
          form,
          path: '/clients/revoke',
        })
      }
      const client = await getClient(settings, request, accountMembership, form.get('client'))
      const problem = clientsProblemOf(error as Failure)
      const view = {
        ...accountMembership.page,
        csrfToken: createCsrfToken(settings, person),
        client,
        problem,
        typed,
      }
      return sendPage(reply, renderClientRevocation(view), 400)
    }
  })

  type SubmittedForm = {
    person: SignedInSession
    form: URLSearchParams
    accountMembership: AccountMembership
  }

  /** Handles a form of these pages: same origin, valid CSRF token, and an account of the signed-in person. */
  function handlePost(
    name: string,
    act: (request: FastifyRequest, reply: FastifyReply, sent: SubmittedForm) => Promise<FastifyReply>,
  ): void {
    pages.post(`/clients/${name}`, async (request, reply) => {
      refuseCrossOrigin(request, settings.authUrl)
      const person = await findSignedInPerson(request, settings)
      if (!person) return sendToSignIn(settings, reply, 'clients')
      const form = readForm(request)
      settings.csrf.verifyForm(form, person.secret, purpose)
      const accountMembership = await getAccountMembership(settings, request, person, form.get('account'))
      return act(request, reply, { person, form, accountMembership })
    })
  }

  type FailedForm = {
    accountMembership: AccountMembership
    error: unknown
    form: URLSearchParams
    /** The page of the form. */
    path: string
    typed?: { name: string; scopes: string[] }
  }

  /** Shows the list again, with the error and what was typed. */
  async function showProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    person: SignedInSession,
    { accountMembership, error, form, path, typed }: FailedForm,
  ): Promise<FastifyReply> {
    const failure = failureFromError(error as Error)
    if (failure.code === 'sign_in_too_old') {
      const query = new URLSearchParams({ account: accountMembership.membership.accountId })
      const client = form.get('client')
      if (client !== null) query.set('client', client)
      const returnTo = { page: 'clients', path: `${path}?${query}`, email: person.email, form } as const
      return reauthenticate(reply, settings, returnTo)
    }
    const problem = clientsProblemOf(failure)
    if (!problem) throw error
    if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
    const accountId = accountMembership.membership.accountId
    const { view } = await clientsView(request, settings, person, { accountId, problem, typed })
    return sendPage(reply, renderClients(view), statusOf(failure.kind))
  }
}

const purpose = 'clients'

function createCsrfToken({ csrf }: ClientsSettings, person: SignedInSession): string {
  return csrf.createToken(person.secret, purpose)
}

function requestIdOf(request: FastifyRequest): { id: string } {
  return { id: String(request.id) }
}
