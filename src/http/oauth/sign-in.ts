import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../contract/payer.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { EmailAddress } from '../../contract/shapes.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { readForm } from '../page/form.ts'
import { readerLocale } from '../page/language.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { recordSecurityEvent, signInEvent } from '../security-log.ts'
import type { SignInView } from '../views/sign-in-view.ts'
import { type AuthorizationSummary, isSignInTooOld } from './authorizations-interface.ts'
import { readFormDraft } from './form-draft.ts'
import {
  findSignedInPerson,
  findTrustedDevice,
  readAttemptCookie,
  readSessionSecret,
  setAttemptCookie,
  setSessionCookie,
} from './session-cookie.ts'
import type { OAuthSettings } from './settings.ts'
import {
  chargeCode,
  chargeTry,
  refundCode,
  refundTry,
  throwIfExceeded,
  tooManyTries,
} from './sign-in-limits.ts'
import { describeUserAgent } from './user-agent.ts'

export type SignInSettings = Pick<
  OAuthSettings,
  'authUrl' | 'mountPath' | 'pages' | 'people' | 'limits' | 'authorizations' | 'clock'
>

/**
 * Sign-in with a code. Loading the page changes nothing, so link scanners do no harm. Requesting a code gets the same
 * response for every address. A code works only in the browser that requested it, whose cookie has the attempt.
 */
export function registerSignIn(pages: FastifyInstance, settings: SignInSettings): void {
  pages.get('/sign-in', async (request, reply) => {
    // A bookmark of someone who is signed in. What asked for a sign-in says where it continues, and has its page.
    const isPlain = continueParam(request) === undefined && !searchParamsOf(request).has('again')
    if (isPlain && (await findSignedInPerson(request, settings))) return reply.redirect(dashboard, 303)
    return sendSignInPage(settings, request, reply, { state: 'email' })
  })
  pages.post('/sign-in', (request, reply) => {
    refuseCrossOrigin(request, settings.authUrl)
    const form = readForm(request)
    const code = form.get('code')
    if (code !== null) return tryCode(settings, request, reply, code)
    return sendCode(settings, request, reply, form.get('email') ?? '', form.get('recover') === '1')
  })
}

async function sendCode(
  settings: SignInSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: string,
  isRecovery: boolean,
): Promise<FastifyReply> {
  const { data: email } = EmailAddress.safeParse(typed)
  if (email === undefined) {
    const step = { state: 'email', problem: 'email', email: typed.slice(0, 254) } as const
    return sendSignInPage(settings, request, reply, step, 400)
  }
  const browser = findTrustedDevice(request, settings, email)
  const network = networkOf(request.ip)
  const found = await settings.people.providers.find(email)
  const provider = found && {
    domain: found.domain,
    href: `${settings.mountPath}/sign-in/provider/${found.providerId}${signInQuery(request)}`,
  }
  // The same for every address at the domain. Owners may still ask for a code.
  if (provider && found.required && !isRecovery) {
    throwIfExceeded(await settings.limits.providerStarts(network))
    return sendSignInPage(settings, request, reply, { state: 'provider', email, provider })
  }
  throwIfExceeded(await chargeCode(settings.limits, email, { browser, network }))
  const isTrustedDevice = browser !== undefined
  const [requested] = await Promise.all([
    settings.people.requestCode({ email, isTrustedDevice, locale: readerLocale(request) }),
    new Promise((resolve) => setTimeout(resolve, minResponseMilliseconds)),
  ])
  const isSent = requested.outcome === 'asked'
  recordSecurityEvent(request, { kind: 'code_asked', outcome: isSent ? 'allowed' : 'refused' })
  if (requested.outcome === 'limited') throw tooManyTries(requested.retryAfterSeconds)
  setAttemptCookie(reply, settings.authUrl, requested)
  reply.raw.once('close', settings.people.sendEmails)
  const step = { state: 'code', email, ...(provider && !found.required && { provider }) } as const
  return sendSignInPage(settings, request, reply, step)
}

/** Several times the actual work, so that the time doesn't show whether an email was queued, which is one more row. */
const minResponseMilliseconds = 60

async function tryCode(
  settings: SignInSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: string,
): Promise<FastifyReply> {
  const { people, limits } = settings
  const attempt = readAttemptCookie(request, settings) ?? ''
  const code = typed.replace(/[\s-]/g, '')
  const pending = await people.findAttempt(attempt)
  const emailField = pending ? { email: pending.email } : {}
  if (!/^\d{6}$/.test(code)) {
    return sendSignInPage(
      settings,
      request,
      reply,
      { state: 'code', problem: 'unreadable', ...emailField },
      400,
    )
  }
  const fail = (reason: 'wrong' | 'over') => {
    recordSecurityEvent(request, { kind: 'code_tried', outcome: 'refused', reason })
    if (pending) people.countFailedSignIn(pending.email)
  }
  const over = () => {
    fail('over')
    return sendSignInPage(settings, request, reply, { state: 'email', problem: 'over', ...emailField }, 400)
  }
  // Without a code that can still be tried, nothing is tried and no one's allowance is charged.
  if (!pending?.isLive) return over()
  // Charged before the try and refunded if it was right, so that concurrent tries can't exceed the limit.
  const source = {
    browser: findTrustedDevice(request, settings, pending.email),
    network: networkOf(request.ip),
  }
  const isWithin = await chargeTry(limits, pending, source)
  const result = await people.signInWithCode({
    attempt,
    code,
    isTrustedDevice: source.browser !== undefined,
    formerSecret: readSessionSecret(request, settings),
    agent: describeUserAgent(request),
    requestId: String(request.id),
    maxTries: isWithin ? undefined : 1,
  })
  if (result.outcome === 'over') return over()
  if (result.outcome === 'wrong') {
    const { triesLeft } = result
    fail('wrong')
    return sendSignInPage(
      settings,
      request,
      reply,
      { state: 'code', problem: 'wrong', triesLeft, ...emailField },
      400,
    )
  }
  if (isWithin) await refundTry(limits, source)
  await refundCode(limits, result.email, source)
  recordSecurityEvent(request, signInEvent('code', result))
  setSessionCookie(request, reply, settings, result)
  return reply.redirect(locationAfterSignIn(settings, request, continueParam(request)), 303)
}

type SignInStage = Pick<SignInView, 'state' | 'problem' | 'email' | 'triesLeft' | 'provider'>

export async function sendSignInPage(
  settings: SignInSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  step: SignInStage,
  status = 200,
): Promise<FastifyReply> {
  const { mountPath, authorizations } = settings
  const word = continueParam(request)
  const query = signInQuery(request)
  const app = word && !ownPages.includes(word) ? await authorizations.describe(word) : undefined
  const person = request.method === 'POST' ? undefined : await findSignedInPerson(request, settings)
  const left = Number(/^[1-9]\d?$/.exec(searchParamsOf(request).get('left') ?? '')?.[0] ?? 0)
  const view: SignInView = {
    ...pageBasics(request),
    ...step,
    action: `${mountPath}/sign-in${query}`,
    minutes: settings.people.codeMinutes,
    passkey: {
      options: `${mountPath}/sign-in/passkey/options`,
      answer: `${mountPath}/sign-in/passkey${query}`,
    },
    ...pickDefined({
      app: app && !app.isDashboard ? { name: app.appName, host: app.redirectHost } : undefined,
      signedIn: person && signedInViewOf(settings, request, { person, app }),
      areKeysLeft: !person && searchParamsOf(request).get('keys') === 'left' ? true : undefined,
      passkeysLeft: !person && left > 0 ? { count: left, href: `${mountPath}/passkeys` } : undefined,
    }),
  }
  return sendPage(reply, settings.pages.renderSignIn(view), status)
}

/**
 * People who are signed in already get a link to continue, unless their sign-in is too old for what they came for:
 * changing passkeys, sending a form that needs a recent sign-in, or an app that requires a new one.
 */
function signedInViewOf(
  settings: SignInSettings,
  request: FastifyRequest,
  { person, app }: { person: SignedInPerson; app: AuthorizationSummary | undefined },
): NonNullable<SignInView['signedIn']> {
  const again = searchParamsOf(request).get('again')
  const isForChange = continueParam(request) === 'passkeys' || again === '1'
  const isTooOldFor = isForChange
    ? !settings.people.passkeys.canChange(person)
    : app && isSignInTooOld(app, person)
  const mustRepeat = again === 'passkey' ? person.method !== 'passkey' : isTooOldFor
  if (!mustRepeat) {
    return { email: person.email, href: locationAfterSignIn(settings, request, continueParam(request)) }
  }
  const hasDraft = again === '1' && readFormDraft(request, settings.authUrl)?.email === person.email
  return { email: person.email, ...(hasDraft && { hasDraft }) }
}

/** The pages that sign-in may lead to. Any other value is the uid of a pending authorization request. */
const ownPages = ['apps', 'members', 'clients', 'access', 'company', 'passkeys', 'sessions']

/** The first page of the dashboard, which asks for its own access. */
const dashboard = '/people'

/**
 * Where a person continues after sign-in: the dashboard, unless something asked for the sign-in. Always a path of ours,
 * whatever the URL says.
 */
export function locationAfterSignIn(
  { mountPath, authUrl }: Pick<SignInSettings, 'mountPath' | 'authUrl'>,
  request: FastifyRequest,
  word: string | undefined,
): string {
  if (word === undefined) return dashboard
  const draft = readFormDraft(request, authUrl)
  if (draft && draft.path.split(/[?/]/)[1] === word) return mountPath + draft.path
  return ownPages.includes(word) ? `${mountPath}/${word}` : `${mountPath}/oauth/interaction/${word}`
}

export function continueParam(request: FastifyRequest): string | undefined {
  return continueWord(searchParamsOf(request))
}

export function continueWord(params: URLSearchParams): string | undefined {
  const word = params.get('continue') ?? ''
  return /^[\w-]{1,64}$/.test(word) ? word : undefined
}

/** Parameters that are kept from one step to the next. */
export function signInQuery(request: FastifyRequest): string {
  const kept = new URLSearchParams()
  const word = continueParam(request)
  const locale = searchParamsOf(request).get('locale')
  if (word !== undefined) kept.set('continue', word)
  if (locale !== null) kept.set('locale', locale)
  const again = searchParamsOf(request).get('again')
  if (again === '1' || again === 'passkey') kept.set('again', again)
  return kept.size > 0 ? `?${kept}` : ''
}
