import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failure.ts'
import { searchOf } from '../page/address.ts'
import { sendPage } from '../page/answer.ts'
import { sendProblem } from './errors.ts'
import { frameOf } from './frame.ts'
import { personOf } from './person.ts'
import type { OAuthSettings } from './settings.ts'

/** The page of a problem; for somebody who signed in without a required passkey, the one that leads to signing in. */
export async function sendRefusal(
  settings: OAuthSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
): Promise<FastifyReply> {
  const needsPasskey = error instanceof Failure && error.code === 'passkey_required'
  const person = needsPasskey ? await personOf(request, settings) : undefined
  if (!person) return sendProblem(settings, request, reply, error)
  const { mountPath, people, pages } = settings
  const memberships = await people.listMemberships(person.email)
  const asked = searchOf(request).get('account')
  const strict = memberships.filter(({ requirePasskey }) => requirePasskey)
  const account = strict.find(({ accountId }) => accountId === asked) ?? strict[0]
  const query = `continue=${placeOf(request, mountPath)}`
  const view = {
    ...frameOf(request, settings, { email: person.email, memberships }),
    accountName: account?.accountName ?? 'Timbre',
    signIn: `${mountPath}/sign-in?${query}&again=passkey`,
    add: `${mountPath}/passkeys?${query}`,
  }
  return sendPage(reply, pages.renderPasskeyNeeded(view), 403)
}

/** What sign-in goes on with: the request of an app that waits, or the page that was asked for. */
function placeOf(request: FastifyRequest, mountPath: string): string {
  const path = (request.raw.url ?? '').slice(mountPath.length)
  const [, uid] = /^\/oauth\/interaction\/([\w-]{1,64})/.exec(path) ?? []
  return uid ?? /^\/(members|clients|access)\b/.exec(path)?.[1] ?? 'apps'
}
