import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failure.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { sendPage } from '../page/send-page.ts'
import { sendProblemPage } from './problem-page.ts'
import { findSignedInPerson } from './session-cookie.ts'
import type { OAuthSettings } from './settings.ts'
import { signedInView } from './signed-in-view.ts'

/** The error page. If the account requires a passkey, a page that leads to signing in with one. */
export async function sendErrorPage(
  settings: OAuthSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
): Promise<FastifyReply> {
  if (error instanceof Failure && error.code === 'provider_required') {
    const returning = await returnToProvider(settings, request, reply)
    if (returning) return returning
  }
  const needsPasskey = error instanceof Failure && error.code === 'passkey_required'
  const person = needsPasskey ? await findSignedInPerson(request, settings) : undefined
  if (!person) return sendProblemPage(settings, request, reply, error)
  const { mountPath, people, pages } = settings
  const memberships = await people.listMemberships(person)
  const requestedId = searchParamsOf(request).get('account')
  const strict = memberships.filter(({ requirePasskey }) => requirePasskey)
  const account = strict.find(({ accountId }) => accountId === requestedId) ?? strict[0]
  const query = `continue=${continueParamOf(request, mountPath)}`
  const view = {
    ...(await signedInView(request, settings, { person, memberships, chosen: account })),
    accountName: account?.accountName ?? 'Timbre',
    signIn: `${mountPath}/sign-in?${query}&again=passkey`,
    add: `${mountPath}/passkeys?${query}`,
  }
  return sendPage(reply, pages.renderPasskeyNeeded(view), 403)
}

/**
 * Leads a member who signed in without the provider that the account requires to that provider. Nothing a form had is
 * sent again.
 */
async function returnToProvider(
  settings: OAuthSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { mountPath, people } = settings
  const person = await findSignedInPerson(request, settings)
  const memberships = person ? await people.listMemberships(person) : []
  const requestedId = searchParamsOf(request).get('account')
  const bound = memberships.filter(({ lacksProvider }) => lacksProvider !== undefined)
  const { lacksProvider } = bound.find(({ accountId }) => accountId === requestedId) ?? bound[0] ?? {}
  if (lacksProvider === undefined) return undefined
  const query = `continue=${continueParamOf(request, mountPath)}`
  return reply.redirect(`${mountPath}/sign-in/provider/${lacksProvider}?${query}`, 303)
}

/** Where sign-in continues: the pending authorization request, or the requested page. */
function continueParamOf(request: FastifyRequest, mountPath: string): string {
  const path = (request.raw.url ?? '').slice(mountPath.length)
  const [, uid] = /^\/oauth\/interaction\/([\w-]{1,64})/.exec(path) ?? []
  return uid ?? /^\/(members|clients|access)\b/.exec(path)?.[1] ?? 'apps'
}
