import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignInView } from '../../../web/pages/sign-in-view.ts'
import { networkOf } from '../../contract/payer.ts'
import { EmailAddress } from '../../contract/shapes.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { readForm } from '../page/form.ts'
import { readerLocale } from '../page/language.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { recordSecurityEvent, signInEvent } from '../security-log.ts'
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
 * Signing in by a code. Reading the page, however often and by whatever scanner, changes nothing. Asking for a code
 * has one answer for every address; a code counts only in the browser that asked, whose cookie holds the attempt.
 */
export function registerSignIn(pages: FastifyInstance, settings: SignInSettings): void {
  pages.get('/sign-in', (request, reply) => sendSignInPage(settings, request, reply, { state: 'email' }))
  pages.post('/sign-in', (request, reply) => {
    refuseCrossOrigin(request, settings.authUrl)
    const form = readForm(request)
    const code = form.get('code')
    if (code !== null) return tryCode(settings, request, reply, code)
    return sendCode(settings, request, reply, form.get('email') ?? '')
  })
}

async function sendCode(
  settings: SignInSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: string,
): Promise<FastifyReply> {
  const { data: email } = EmailAddress.safeParse(typed)
  if (email === undefined) {
    const shown = { state: 'email', problem: 'email', email: typed.slice(0, 254) } as const
    return sendSignInPage(settings, request, reply, shown, 400)
  }
  const browser = findTrustedDevice(request, settings, email)
  throwIfExceeded(chargeCode(settings.limits, email, { browser, network: networkOf(request.ip) }))
  const isTrustedDevice = browser !== undefined
  const [asked] = await Promise.all([
    settings.people.requestCode({ email, isTrustedDevice, locale: readerLocale(request) }),
    new Promise((resolve) => setTimeout(resolve, minResponseMilliseconds)),
  ])
  const isAsked = asked.outcome === 'asked'
  recordSecurityEvent(request, { kind: 'code_asked', outcome: isAsked ? 'allowed' : 'refused' })
  if (asked.outcome === 'limited') throw tooManyTries(asked.retryAfterSeconds)
  setAttemptCookie(reply, settings.authUrl, asked)
  reply.raw.once('close', settings.people.sendEmails)
  return sendSignInPage(settings, request, reply, { state: 'code', email })
}

/** Several times what the work takes: keeping a letter is one row more, and not even that shows in the time. */
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
  const found = await people.findAttempt(attempt)
  const asked = found ? { email: found.email } : {}
  if (!/^\d{6}$/.test(code)) {
    return sendSignInPage(settings, request, reply, { state: 'code', problem: 'unreadable', ...asked }, 400)
  }
  const fail = (reason: 'wrong' | 'over') => {
    recordSecurityEvent(request, { kind: 'code_tried', outcome: 'refused', reason })
    if (found) people.noteFailure(found.email)
  }
  const over = () => {
    fail('over')
    return sendSignInPage(settings, request, reply, { state: 'email', problem: 'over', ...asked }, 400)
  }
  // Without a code that can still be tried nothing is tried, and nobody's allowance is spent.
  if (!found?.isLive) return over()
  // Taken before the try and given back if it was right, so that tries at once cannot outrun the limit.
  const from = { browser: findTrustedDevice(request, settings, found.email), network: networkOf(request.ip) }
  const isWithin = chargeTry(limits, found, from)
  const tried = await people.signInWithCode({
    ...{ attempt, code, isTrustedDevice: from.browser !== undefined },
    formerSecret: readSessionSecret(request, settings),
    agent: describeUserAgent(request),
    maxTries: isWithin ? undefined : 1,
  })
  if (tried.outcome === 'over') return over()
  if (tried.outcome === 'wrong') {
    const { triesLeft } = tried
    fail('wrong')
    return sendSignInPage(
      settings,
      request,
      reply,
      { state: 'code', problem: 'wrong', triesLeft, ...asked },
      400,
    )
  }
  if (isWithin) refundTry(limits, from)
  refundCode(limits, tried.email, from)
  recordSecurityEvent(request, signInEvent('code', tried))
  setSessionCookie(request, reply, settings, tried)
  return reply.redirect(locationAfterSignIn(settings, request), 303)
}

type SignInStage = Pick<SignInView, 'state' | 'problem' | 'email' | 'triesLeft'>

async function sendSignInPage(
  settings: SignInSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  stage: SignInStage,
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
    ...stage,
    action: `${mountPath}/sign-in${query}`,
    minutes: settings.people.codeMinutes,
    passkey: {
      options: `${mountPath}/sign-in/passkey/options`,
      answer: `${mountPath}/sign-in/passkey${query}`,
    },
    ...(app ? { app: { name: app.appName, host: app.redirectHost } } : {}),
    ...(person ? { signedIn: signedInViewOf(settings, request, { person, app }) } : {}),
    ...(!person && searchParamsOf(request).get('keys') === 'left' ? { areKeysLeft: true } : {}),
    ...(!person && left > 0 ? { passkeysLeft: { count: left, href: `${mountPath}/passkeys` } } : {}),
  }
  return sendPage(reply, settings.pages.renderSignIn(view), status)
}

/**
 * Whoever came to change passkeys, to send a form that needs a recent sign-in, or for an app that wants a fresh one, is
 * not led back as they are where theirs is too old.
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
  return { email: person.email, ...(mustRepeat ? {} : { href: locationAfterSignIn(settings, request) }) }
}

/** The pages that sign-in may lead to; any other word is the name of a request that waits for a person. */
const ownPages = ['apps', 'members', 'clients', 'access', 'passkeys', 'sessions']

/** Where a person goes on who has signed in: always a path of ours, whatever the address says. */
export function locationAfterSignIn(
  { mountPath, authUrl }: Pick<SignInSettings, 'mountPath' | 'authUrl'>,
  request: FastifyRequest,
): string {
  const word = continueParam(request) ?? 'apps'
  const draft = readFormDraft(request, authUrl)
  if (draft && draft.path.split(/[?/]/)[1] === word) return mountPath + draft.path
  return ownPages.includes(word) ? `${mountPath}/${word}` : `${mountPath}/oauth/interaction/${word}`
}

function continueParam(request: FastifyRequest): string | undefined {
  const word = searchParamsOf(request).get('continue') ?? ''
  return /^[\w-]{1,64}$/.test(word) ? word : undefined
}

/** What must not get lost from one step to the next. */
function signInQuery(request: FastifyRequest): string {
  const kept = new URLSearchParams()
  const word = continueParam(request)
  const locale = searchParamsOf(request).get('locale')
  if (word !== undefined) kept.set('continue', word)
  if (locale !== null) kept.set('locale', locale)
  const again = searchParamsOf(request).get('again')
  if (again === '1' || again === 'passkey') kept.set('again', again)
  return kept.size > 0 ? `?${kept}` : ''
}
