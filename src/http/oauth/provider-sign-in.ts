import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../contract/failure.ts'
import { networkOf } from '../../contract/payer.ts'
import { readForm } from '../page/form.ts'
import { isCrossSite } from '../page/origin.ts'
import { recordSecurityEvent, signInEvent } from '../security-log.ts'
import type { SignInView } from '../views/sign-in-view.ts'
import type { ProviderReturn, ProviderSignInResult } from './people-interface.ts'
import {
  clearProviderCookie,
  readProviderCookie,
  readSessionSecret,
  setProviderCookie,
  setSessionCookie,
} from './session-cookie.ts'
import {
  continueWord,
  locationAfterSignIn,
  type SignInSettings,
  sendSignInPage,
  signInQuery,
} from './sign-in.ts'
import { throwIfExceeded } from './sign-in-limits.ts'
import { describeUserAgent } from './user-agent.ts'

type ProviderRoute = { Params: { id: string } }

/**
 * Signing in with the identity provider of an account. Starting sets a cookie and changes nothing else. The provider
 * sends the browser back to an address of its own (`callback` for OpenID Connect); only the browser that started has the
 * attempt that the answer must belong to. SAML answers are posted by a page of the provider, without our cookies, so
 * they are checked, sealed, and finished by a request of our own that has them.
 */
export function registerProviderSignIn(pages: FastifyInstance, settings: SignInSettings): void {
  const { people, limits, mountPath } = settings
  const charge = async (request: FastifyRequest) =>
    throwIfExceeded(await limits.providerStarts(networkOf(request.ip)))

  pages.get<ProviderRoute>('/sign-in/provider/:id', async (request, reply) => {
    await charge(request)
    const query = signInQuery(request)
    if (isCrossSite(request)) return askFirst(request, reply, query)
    const again = new URLSearchParams(query).has('again')
    let started: Awaited<ReturnType<typeof people.providers.start>>
    try {
      started = await people.providers.start(request.params.id, again)
    } catch {
      recordSecurityEvent(request, { kind: 'sign_in', outcome: 'refused', reason: 'provider_away' })
      return sendSignInPage(settings, request, reply, { state: 'email', problem: 'providerAway' }, 502)
    }
    if (!started) throw notFound('There is no such provider.')
    if ('refused' in started) {
      const reason = `provider_${started.refused}`
      recordSecurityEvent(request, { kind: 'sign_in', outcome: 'refused', reason })
      return sendSignInPage(settings, request, reply, { state: 'email', problem: 'providerIssuer' }, 502)
    }
    setProviderCookie(reply, settings, { attempt: started.attempt, query })
    return reply.redirect(started.location, 303)
  })

  pages.get<ProviderRoute>('/sign-in/provider/:id/callback', async (request, reply) => {
    const query = (request.raw.url ?? '').replace(/^[^?]*/, '')
    const result = await people.providers.finishOidc({ ...returnOf(request, settings), query })
    return answerWith(request, reply, result)
  })

  pages.post<ProviderRoute>('/sign-in/provider/:id/acs', { bodyLimit: maxBytes }, async (request, reply) => {
    // Before the answer is parsed and its signature verified, which costs more than anything else here.
    await charge(request)
    const { id } = request.params
    const received = await people.providers.receiveSaml(id, readForm(request).get('SAMLResponse') ?? '')
    if ('refused' in received) return sendRefusal(request, reply, received.refused)
    return reply.redirect(`${mountPath}/sign-in/provider/${id}/finish?answer=${received.answer}`, 303)
  })

  pages.get<ProviderRoute>('/sign-in/provider/:id/finish', async (request, reply) => {
    const { searchParams } = new URL(request.raw.url ?? '', settings.authUrl)
    const answer = searchParams.get('answer') ?? ''
    const result = await people.providers.finishSaml({ ...returnOf(request, settings), answer })
    return answerWith(request, reply, result)
  })

  /**
   * Another site could otherwise sign this browser in to an account of its choice, with a provider that doesn't ask. The
   * link on our page is no longer cross-site.
   */
  async function askFirst(
    request: FastifyRequest<ProviderRoute>,
    reply: FastifyReply,
    query: string,
  ): Promise<FastifyReply> {
    const { id } = request.params
    const domain = await people.providers.nameOf(id)
    if (domain === undefined) throw notFound('There is no such provider.')
    const provider = { domain, href: `${mountPath}/sign-in/provider/${id}${query}` }
    return sendSignInPage(settings, request, reply, { state: 'provider', provider })
  }

  async function answerWith(
    request: FastifyRequest<ProviderRoute>,
    reply: FastifyReply,
    result: ProviderSignInResult,
  ): Promise<FastifyReply> {
    if (result.outcome === 'refused') return refuse(request, reply, result.reason)
    recordSecurityEvent(request, signInEvent('provider', result))
    const params = new URLSearchParams(readProviderCookie(request, settings).query)
    clearProviderCookie(reply, settings.authUrl)
    setSessionCookie(request, reply, settings, result)
    return reply.redirect(locationAfterSignIn(settings, request, continueWord(params)), 303)
  }

  async function refuse(request: FastifyRequest, reply: FastifyReply, reason: string): Promise<FastifyReply> {
    await charge(request)
    return sendRefusal(request, reply, reason)
  }

  function sendRefusal(request: FastifyRequest, reply: FastifyReply, reason: string): Promise<FastifyReply> {
    recordSecurityEvent(request, { kind: 'sign_in', outcome: 'refused', reason: `provider_${reason}` })
    const problem: SignInView['problem'] = reason === 'member' ? 'providerMember' : 'provider'
    return sendSignInPage(settings, request, reply, { state: 'email', problem }, 400)
  }
}

/** Enough for a signed response with many groups. */
const maxBytes = 512 * 1024

function returnOf(request: FastifyRequest<ProviderRoute>, settings: SignInSettings): ProviderReturn {
  return {
    providerId: request.params.id,
    attempt: readProviderCookie(request, settings).attempt,
    formerSecret: readSessionSecret(request, settings),
    agent: describeUserAgent(request),
    requestId: String(request.id),
  }
}
