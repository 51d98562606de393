import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, invalid } from '../../contract/failure.ts'
import { networkOf, type Payer } from '../../contract/payer.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { readForm } from '../page/form.ts'
import { readerLocale } from '../page/language.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { sendPage } from '../page/send-page.ts'
import { recordSecurityEvent, signInEvent } from '../security-log.ts'
import { findSignedInPerson, personPayer, readSessionSecret, setSessionCookie } from './session-cookie.ts'
import { auditPasskeyChange } from './sessions.ts'
import type { OAuthSettings } from './settings.ts'
import { continueParam, locationAfterSignIn, type SignInSettings } from './sign-in.ts'
import { throwIfExceeded } from './sign-in-limits.ts'
import { type SignedInSettings, signedInView } from './signed-in-view.ts'
import { describeUserAgent } from './user-agent.ts'

/**
 * Passkeys: their page, and the two WebAuthn ceremonies that its script runs. All invalid device responses get the same
 * error. Adding and removing require a sign-in within the last few minutes, so that a stolen session can't create
 * access that outlasts it.
 */
export function registerPasskeys(
  pages: FastifyInstance,
  settings: SignInSettings & SignedInSettings & Pick<OAuthSettings, 'logError'>,
): void {
  const { authUrl, mountPath, people, limits } = settings
  const page = `${mountPath}/passkeys`
  const signInAgain = `${mountPath}/sign-in?continue=passkeys`
  const signInWithOwn = `${signInAgain}&again=passkey`
  const isStale = (person: SignedInPerson) => !people.passkeys.canChange(person)
  // The script navigates to `location`.
  const sendStaleSignIn = (reply: FastifyReply) =>
    reply.code(403).send({ error: 'stale', location: signInAgain })

  pages.post('/sign-in/passkey/options', async (request, reply) => {
    refuseCrossOrigin(request, authUrl)
    return reply.send(await people.passkeys.beginSignIn())
  })
  pages.post('/sign-in/passkey', async (request, reply) => {
    refuseCrossOrigin(request, authUrl)
    const formerSecret = readSessionSecret(request, settings)
    const { response } = parseJsonBody(request)
    let payer: Payer<'passkey'> | undefined
    const charge = async (passkey: Payer<'passkey'> | undefined) => {
      payer = passkey
      throwIfExceeded(
        await (passkey ? limits.passkeyTries(passkey) : limits.unknownPasskeys(networkOf(request.ip))),
      )
    }
    const session = await people.passkeys.signIn({
      response,
      formerSecret,
      charge,
      agent: describeUserAgent(request),
    })
    recordSecurityEvent(request, signInEvent('passkey', session))
    if (!session) return sendRefused(reply)
    if (payer) await limits.passkeyTries(payer, -1)
    setSessionCookie(request, reply, settings, session)
    return reply.send({ location: locationAfterSignIn(settings, request, continueParam(request)) })
  })

  pages.get('/passkeys', async (request, reply) => {
    const person = await findSignedInPerson(request, settings)
    if (!person) return reply.redirect(signInAgain, 303)
    const [passkeys, memberships] = await Promise.all([
      people.passkeys.list(person),
      people.listMemberships(person),
    ])
    const needsOwn = await people.passkeys.requiresPasskeySession(person)
    const continueTo = readContinueParam(request)
    const view = {
      ...(await signedInView(request, settings, { person, memberships })),
      passkeys,
      mayAdd: passkeys.length < people.passkeys.max,
      ...(isStale(person) || needsOwn ? { signInAgain: needsOwn ? signInWithOwn : signInAgain } : {}),
      needsOwn,
      passkey: { options: `${page}/options`, answer: continueTo ? `${page}?continue=${continueTo}` : page },
    }
    return sendPage(reply, settings.pages.renderPasskeys(view))
  })
  pages.post('/passkeys/options', async (request, reply) => {
    const person = await getSignedInPerson(settings, request)
    if (isStale(person)) return sendStaleSignIn(reply)
    throwIfExceeded(await limits.passkeyBeginnings(personPayer(person)))
    const options = await people.passkeys.begin(person)
    return options ? reply.send(options) : sendRefused(reply)
  })
  pages.post('/passkeys', async (request, reply) => {
    const person = await getSignedInPerson(settings, request)
    if (isStale(person)) return sendStaleSignIn(reply)
    const { response, name } = parseJsonBody(request)
    const context = { locale: readerLocale(request), requestId: request.id }
    const input = { response, name: parsePasskeyName(name), ...context }
    const added = await people.passkeys.add(person, input)
    if (!added) return sendRefused(reply)
    await auditPasskeyChange(settings, request, person, { change: 'added', ...added })
    // Someone who came because an account requires a passkey continues by signing in with it.
    const continueTo = readContinueParam(request)
    const location = continueTo ? `${mountPath}/sign-in?continue=${continueTo}&again=passkey` : page
    return reply.send({ location })
  })
  pages.post('/passkeys/rename', async (request, reply) => {
    const person = await getSignedInPerson(settings, request)
    const form = readForm(request)
    const name = parsePasskeyName(form.get('name'))
    await people.passkeys.rename(person, { id: form.get('id') ?? '', name })
    return reply.redirect(page, 303)
  })
  pages.post('/passkeys/remove', async (request, reply) => {
    const person = await getSignedInPerson(settings, request)
    if (isStale(person)) return reply.redirect(signInAgain, 303)
    const context = { locale: readerLocale(request), requestId: request.id }
    const input = { id: readForm(request).get('id') ?? '', ...context }
    const removed = await people.passkeys.remove(person, input)
    if (removed) await auditPasskeyChange(settings, request, person, { change: 'removed', ...removed })
    return reply.redirect(page, 303)
  })
}

/** The signed-in person who sends a form from our own origin. */
async function getSignedInPerson(settings: SignInSettings, request: FastifyRequest) {
  refuseCrossOrigin(request, settings.authUrl)
  const person = await findSignedInPerson(request, settings)
  if (!person) throw new Failure('unauthenticated', { message: 'Sign in first.' })
  return person
}

/** The authorization request or page that the person left to add a passkey. */
function readContinueParam(request: FastifyRequest): string | undefined {
  return /^[\w-]{1,64}$/.exec(searchParamsOf(request).get('continue') ?? '')?.[0]
}

function sendRefused(reply: FastifyReply): FastifyReply {
  return reply.code(400).send({ error: 'refused', message: 'This passkey was not accepted. Try again.' })
}

/** The script's request body. Other sites can't send this media type without a preflight. */
function parseJsonBody(request: FastifyRequest): Record<string, unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Failure('unsupported_media_type', { message: 'Send the response as application/json.' })
  }
  try {
    const value: unknown = JSON.parse(String(request.body))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Falls through to the error below, like any JSON that is no object.
  }
  throw invalid('Send one JSON object.')
}

const nameLimit = 60

/** A one-line name by which the owner recognizes the passkey. */
function parsePasskeyName(input: unknown): string {
  const line = (typeof input === 'string' ? input : '')
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(line).slice(0, nameLimit).join('') || 'Passkey'
}
