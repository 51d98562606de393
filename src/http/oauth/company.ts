import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, notFound } from '../../contract/failure.ts'
import { isRecent } from '../../contract/recent-sign-in.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { sendPage } from '../page/send-page.ts'
import type { CompanyProblem, CompanySettings, CompanyView } from '../views/company-view.ts'
import { memberCallerOf } from './member-caller.ts'
import type { MemberOperationName } from './member-operations-interface.ts'
import { sendToSignIn } from './send-to-sign-in.ts'
import { findSignedInPerson } from './session-cookie.ts'
import type { OAuthSettings } from './settings.ts'
import { signedInView } from './signed-in-view.ts'

type SignedInSession = SignedInPerson & { secret: string }
type Posted = { name: MemberOperationName; input: Record<string, unknown> }

const purpose = 'company'

/** `/company`: the identity provider of an account and its domains, which its owners set up. */
export function registerCompany(pages: FastifyInstance, settings: OAuthSettings): void {
  const { mountPath: root, people, csrf, authUrl } = settings

  pages.get('/company', async (request, reply) => {
    const person = await findSignedInPerson(request, settings)
    if (!person) return sendToSignIn(settings, reply, 'company')
    const search = searchParamsOf(request)
    const isDone = search.get('done') !== null
    return send(request, reply, person, { accountId: search.get('account'), isDone })
  })

  pages.post<{ Params: { change: string } }>('/company/:change', async (request, reply) => {
    refuseCrossOrigin(request, authUrl)
    const person = await findSignedInPerson(request, settings)
    if (!person) return sendToSignIn(settings, reply, 'company')
    const form = readForm(request)
    csrf.verifyForm(form, person.secret, purpose)
    const accountId = form.get('account') ?? ''
    const membership = await findMembership(person, accountId)
    const posted = readChange(request.params.change, form)
    if (!posted) throw notFound('There is nothing at this address.')
    try {
      const caller = memberCallerOf(membership, person)
      await settings.runMemberOperation(posted.name, caller, posted.input, { id: String(request.id) })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code === 'sign_in_too_old')
        return reply.redirect(`${root}/sign-in?continue=company&again=1`, 303)
      const problem = problemOf(error, posted.name)
      if (!problem) throw error
      return send(request, reply, person, { accountId, problem, isDone: false })
    }
    return reply.redirect(`${root}/company?account=${accountId}&done=1`, 303)
  })

  async function findMembership(person: SignedInSession, accountId: string) {
    const own = (await people.listMemberships(person)).filter(({ isAccepted }) => isAccepted)
    const membership = own.find((one) => one.accountId === accountId)
    if (!membership) throw notFound("You're not a member of this account.")
    return membership
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    person: SignedInSession,
    state: { accountId: string | null; isDone: boolean; problem?: CompanyProblem },
  ): Promise<FastifyReply> {
    const memberships = await people.listMemberships(person)
    const own = memberships.filter(({ isAccepted }) => isAccepted)
    const first = own.find(({ role }) => role === 'owner') ?? own[0]
    const chosen =
      state.accountId === null ? first : own.find(({ accountId }) => accountId === state.accountId)
    if (!chosen && state.accountId !== null) throw notFound("You're not a member of this account.")
    const isOwner = chosen?.role === 'owner'
    const found =
      chosen && isOwner
        ? await settings.runMemberOperation(
            'read_sign_in',
            memberCallerOf(chosen, person),
            {},
            {
              id: String(request.id),
            },
          )
        : undefined
    const { account: _, ...frame } = await signedInView(request, settings, { person, memberships, chosen })
    const view: CompanyView = {
      ...frame,
      csrfToken: csrf.createToken(person.secret, purpose),
      isDone: state.isDone,
      accounts: own.map((one) => ({ id: one.accountId, name: one.accountName, isChosen: one === chosen })),
      ...(state.problem && { problem: state.problem }),
      ...(!isRecent(person.signedInAt, settings.clock()) && {
        signInAgain: `${root}/sign-in?continue=company&again=1`,
      }),
      ...(chosen && {
        account: {
          id: chosen.accountId,
          name: chosen.accountName,
          ...(found && { settings: toSettings(settings, found) }),
        },
      }),
    }
    const status = state.problem ? 400 : chosen && !isOwner ? 403 : 200
    return sendPage(reply, settings.pages.renderCompany(view), status)
  }
}

function toSettings(
  { authUrl, mountPath, publicUrl }: OAuthSettings,
  { providerId, provider, domains }: Pick<CompanySettings, 'provider' | 'domains'> & { providerId: string },
): CompanySettings {
  const path = `/sign-in/provider/${providerId}`
  return {
    redirectUri: `${authUrl}${path}/callback`,
    acsUrl: `${authUrl}${path}/acs`,
    entityId: `${authUrl}${path}`,
    guideHref: `${publicUrl}/docs/company-sign-in`,
    tryHref: `${mountPath}${path}?continue=company`,
    provider,
    domains,
  }
}

/** The operation of a form, with its input. Undefined for any other path. */
function readChange(change: string, form: URLSearchParams): Posted | undefined {
  const text = (name: string) => form.get(name) ?? ''
  const domain = text('domain')
  const role = form.get('join')
  const joinRole = role === 'user' || role === 'manager' ? role : null
  switch (change) {
    case 'add':
      return { name: 'add_sign_in_domain', input: { domain } }
    case 'prove':
      return { name: 'prove_sign_in_domain', input: { domain } }
    case 'remove':
      return { name: 'remove_sign_in_domain', input: { domain } }
    case 'require':
      return { name: 'require_identity_provider', input: { domain, required: text('require') === 'on' } }
    case 'remove-provider':
      return { name: 'remove_identity_provider', input: {} }
    case 'oidc': {
      const clientSecret = text('secret').trim()
      const entered = { issuer: text('issuer').trim(), clientId: text('client'), joinRole }
      const trustsAddresses = form.get('trusts') === 'on'
      const input = { ...entered, trustsAddresses, ...(clientSecret !== '' && { clientSecret }) }
      return { name: 'set_oidc_provider', input }
    }
    case 'saml': {
      const entered = { entityId: text('entity'), signInUrl: text('url').trim() }
      return {
        name: 'set_saml_provider',
        input: { ...entered, certificates: text('certificates'), joinRole },
      }
    }
    default:
      return undefined
  }
}

function problemOf({ code, kind }: Failure, name: MemberOperationName): CompanyProblem | undefined {
  if (kind === 'invalid') return name.endsWith('_provider') ? 'provider' : 'domain'
  return problems[code]
}

const problems: Record<string, CompanyProblem> = {
  domain_unproven: 'unproven',
  domain_taken: 'taken',
  dns_unavailable: 'dns',
  too_many_domains: 'many',
  provider_untried: 'untried',
  issuer_mismatch: 'issuer',
  sign_in_elsewhere: 'elsewhere',
  sandbox_members: 'elsewhere',
  not_found: 'crossing',
  conflict: 'crossing',
}
