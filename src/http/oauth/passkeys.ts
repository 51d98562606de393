import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, invalid } from '../../contract/failure.ts'
import { networkOf, type Payer } from '../../contract/payer.ts'
import type { SignedIn } from '../../identity/people/sessions.ts'
import { searchOf } from '../page/address.ts'
import { sendPage } from '../page/answer.ts'
import { readForm } from '../page/form.ts'
import { readerLocale } from '../page/language.ts'
import { refuseForeignOrigin } from '../page/origin.ts'
import { noteSecurity, signInEvent } from '../securityLog.ts'
import { browserOf } from './browser.ts'
import { frameOf } from './frame.ts'
import { payerOf, personOf, sessionSecret, setPersonCookie } from './person.ts'
import { notePasskeyChange } from './sessions.ts'
import type { OAuthSettings } from './settings.ts'
import { placeAfter, type SignInSettings } from './sign-in.ts'
import { refuseBeyond } from './sign-in-limits.ts'

/**
 * Passkeys: their page, and the two ceremonies that the script carries out. Whatever is not good about an answer of
 * a device, it is refused in the same words. Adding and removing take a sign-in of a few minutes ago, so that a stolen
 * session makes no way in that outlasts it.
 */
export function registerPasskeys(
  pages: FastifyInstance,
  settings: SignInSettings & Pick<OAuthSettings, 'runMembership' | 'logError'>,
): void {
  const { authUrl, mountPath, people, limits } = settings
  const page = `${mountPath}/passkeys`
  const signInAgain = `${mountPath}/sign-in?continue=passkeys`
  const signInWithOwn = `${signInAgain}&again=passkey`
  const isStale = (person: SignedIn) => !people.passkeys.mayChange(person)
  // The script goes where the answer says.
  const sendAway = (reply: FastifyReply) => reply.code(403).send({ error: 'stale', location: signInAgain })

  pages.post('/sign-in/passkey/options', async (request, reply) => {
    refuseForeignOrigin(request, authUrl)
    return reply.send(await people.passkeys.beginSignIn())
  })
  pages.post('/sign-in/passkey', async (request, reply) => {
    refuseForeignOrigin(request, authUrl)
    const formerSecret = sessionSecret(request, settings)
    const { response } = readJson(request)
    let payer: Payer<'passkey'> | undefined
    const charge = (known: Payer<'passkey'> | undefined) => {
      payer = known
      refuseBeyond(known ? limits.passkeyTries(known) : limits.unknownPasskeys(networkOf(request.ip)))
    }
    const entrance = await people.passkeys.signIn({
      response,
      formerSecret,
      charge,
      agent: browserOf(request),
    })
    noteSecurity(request, signInEvent('passkey', entrance))
    if (!entrance) return refuse(reply)
    if (payer) limits.passkeyTries(payer, -1)
    setPersonCookie(request, reply, settings, entrance)
    return reply.send({ location: placeAfter(settings, request) })
  })

  pages.get('/passkeys', async (request, reply) => {
    const person = await personOf(request, settings)
    if (!person) return reply.redirect(signInAgain, 303)
    const [passkeys, memberships] = await Promise.all([
      people.passkeys.list(person.id),
      people.listMemberships(person.email),
    ])
    const needsOwn = await people.passkeys.needOwn(person)
    const waiting = placeIn(request)
    const view = {
      ...frameOf(request, settings, { email: person.email, memberships }),
      ...{ passkeys, mayAdd: passkeys.length < people.passkeys.most },
      ...(isStale(person) || needsOwn ? { signInAgain: needsOwn ? signInWithOwn : signInAgain } : {}),
      needsOwn,
      passkey: { options: `${page}/options`, answer: waiting ? `${page}?continue=${waiting}` : page },
    }
    return sendPage(reply, settings.pages.renderPasskeys(view))
  })
  pages.post('/passkeys/options', async (request, reply) => {
    const person = await signedIn(settings, request)
    if (isStale(person)) return sendAway(reply)
    refuseBeyond(limits.passkeyBeginnings(payerOf(person)))
    const options = await people.passkeys.begin(person)
    return options ? reply.send(options) : refuse(reply)
  })
  pages.post('/passkeys', async (request, reply) => {
    const person = await signedIn(settings, request)
    if (isStale(person)) return sendAway(reply)
    const { response, name } = readJson(request)
    const about = { locale: readerLocale(request), requestId: request.id }
    const made = { response, name: nameIn(name), ...about }
    const added = await people.passkeys.add(person, made)
    if (!added) return refuse(reply)
    await notePasskeyChange(settings, request, person, { change: 'added', ...added })
    // Somebody who came because an account requires a passkey goes on by signing in with it.
    const waiting = placeIn(request)
    const location = waiting ? `${mountPath}/sign-in?continue=${waiting}&again=passkey` : page
    return reply.send({ location })
  })
  pages.post('/passkeys/rename', async (request, reply) => {
    const person = await signedIn(settings, request)
    const form = readForm(request)
    const name = nameIn(form.get('name'))
    await people.passkeys.rename(person, { id: form.get('id') ?? '', name })
    return reply.redirect(page, 303)
  })
  pages.post('/passkeys/remove', async (request, reply) => {
    const person = await signedIn(settings, request)
    if (isStale(person)) return reply.redirect(signInAgain, 303)
    const about = { locale: readerLocale(request), requestId: request.id }
    const removed = { id: readForm(request).get('id') ?? '', ...about }
    const done = await people.passkeys.remove(person, removed)
    if (done) await notePasskeyChange(settings, request, person, { change: 'removed', ...done })
    return reply.redirect(page, 303)
  })
}

/** Whoever is signed in and sends a form of ours. */
async function signedIn(settings: SignInSettings, request: FastifyRequest) {
  refuseForeignOrigin(request, settings.authUrl)
  const person = await personOf(request, settings)
  if (!person) throw new Failure('unauthenticated', 'Sign in first.')
  return person
}

/** Which request or page the person left to add a passkey. */
function placeIn(request: FastifyRequest): string | undefined {
  return /^[\w-]{1,64}$/.exec(searchOf(request).get('continue') ?? '')?.[0]
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(400).send({ error: 'refused', message: 'This passkey was not accepted. Try again.' })
}

/** What the script sends; a page of another site cannot send this media type without being asked first. */
function readJson(request: FastifyRequest): Record<string, unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Failure('unsupported', 'Send the answer as application/json.')
  }
  try {
    const value: unknown = JSON.parse(String(request.body))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Answered below, like any other text that is no object.
  }
  throw invalid('Send one JSON object.')
}

const nameLimit = 60

/** One line by which the owner knows the passkey again. */
function nameIn(given: unknown): string {
  const line = (typeof given === 'string' ? given : '')
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(line).slice(0, nameLimit).join('') || 'Passkey'
}
