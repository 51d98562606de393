import type { FastifyInstance, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import type { TakerCaller } from '../../contract/caller.ts'
import { Failure, invalid } from '../../contract/failure.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { readJsonBody, refuseEncodedBody } from '../body.ts'
import { readForm } from '../page/form.ts'
import { readerLocale } from '../page/language.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { requestedPosition } from './requested-position.ts'
import type { WebSettings } from './settings.ts'
import { clearTakerCookie, readTakerCookie } from './taker-cookie.ts'
import { takingBasics } from './taking-messages.ts'
import { type SittingState, takingView } from './taking-view.ts'

/** The pages of a sitting and the endpoint that saves answers. */
export function registerTaking(web: FastifyInstance, settings: WebSettings): void {
  web.get('/take', async (request, reply) => {
    const taker = await takerOf(settings, request)
    const state = await readState(settings, taker, request.id)
    if (taker.purpose === 'data' && !state.profile.isCompleted) return reply.redirect('/take/erasure', 303)
    if (state.profile.isCompleted)
      return reply.redirect(state.seesReport ? '/take/results' : '/take/thanks', 303)
    const basics = takingBasics(taker, pageBasics(request, state.profile.locale))
    const view = takingView(state, basics, requestedPosition(request, state))
    return sendPage(reply, settings.pages.renderTaking(view))
  })

  web.post('/take/answers', async (request) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const secret = readTakerCookie(request, settings.publicUrl)
    const recalled = secret ? settings.recallTaker(secret) : undefined
    const find = async () => {
      const taker = await takerOf(settings, request)
      readAnswers(request)
      return taker
    }
    const taker = recalled ? { ...recalled, find } : await find()
    const readBody = () => readAnswers(request)
    const { resource } = await settings.gate(linkOperations.saveAnswers, taker, readBody, { id: request.id })
    return { ...resource, resultsUrl: resource.done ? '/take' : null }
  })

  web.post('/take/answer', async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const taker = await takerOf(settings, request)
    await saveFormAnswer(settings, taker, readForm(request), request.id)
    return reply.redirect('/take', 303)
  })

  web.post('/take/finish', async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const taker = await takerOf(settings, request)
    const { profile } = await readState(settings, taker, request.id)
    const finish = [readForm(request).get('assessment') ?? '']
    await settings.gate(
      linkOperations.saveAnswers,
      taker,
      { attempt: profile.attempt, finish },
      { id: request.id },
    )
    return reply.redirect('/take', 303)
  })

  web.post('/take/stop', async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const secret = readTakerCookie(request, settings.publicUrl)
    const taker = secret ? await settings.findTaker(secret) : undefined
    const leaves = readForm(request).has('leave')
    // People from a share link can only continue in this browser, so the session stays unless they choose to leave it.
    if (taker?.channel === 'link' && !leaves) return reply.redirect('/take/stopped', 303)
    // Read before the session ends: the next page may have no session to get the language from.
    const stopping = taker ?? (secret ? await settings.findPausedTaker(secret) : undefined)
    const own = stopping && (await readState(settings, stopping, request.id)).profile.locale
    const language = own && own !== readerLocale(request) ? { language: own } : {}
    if (secret && !leaves) await settings.pauseTakerSession(secret)
    if (leaves) {
      if (secret) await settings.endTakerSession(secret)
      clearTakerCookie(reply, settings.publicUrl)
    }
    // People with a link of their own come back with it, and read the same page in any case.
    const left = leaves && (!stopping || stopping.channel === 'link') ? { left: '1' } : {}
    const query = new URLSearchParams({ ...left, ...language })
    return reply.redirect(query.size > 0 ? `/take/stopped?${query}` : '/take/stopped', 303)
  })

  web.post('/take/continue', async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const secret = readTakerCookie(request, settings.publicUrl)
    // Too late, the next page says to open the link again.
    if (secret) await settings.resumeTakerSession(secret)
    return reply.redirect('/take', 303)
  })

  web.get('/take/stopped', async (request, reply) => {
    const secret = readTakerCookie(request, settings.publicUrl)
    const open = secret ? await settings.findTaker(secret) : undefined
    const way = open?.channel === 'link' ? 'here' : 'paused'
    const taker = way === 'here' ? open : secret ? await settings.findPausedTaker(secret) : undefined
    if (taker) {
      const { accountName, appearance, linkExpiresAt, deadline, profile } = await readState(
        settings,
        taker,
        request.id,
      )
      const basics = pageBasics(request, profile.locale)
      const view = {
        ...basics,
        way,
        accountName,
        appearance,
        ...(linkExpiresAt && { linkExpiresAt }),
        ...(deadline && { deadline }),
      } as const
      return sendPage(reply, settings.pages.renderStopped(view))
    }
    const search = searchParamsOf(request)
    const left = search.has('left') ? ({ way: 'left' } as const) : {}
    const basics = pageBasics(request, search.get('language'))
    return sendPage(reply, settings.pages.renderStopped({ ...basics, ...left }))
  })
}

/** The person whose session the request has. Without one, the page says to open the link again. */
export async function takerOf(settings: WebSettings, request: FastifyRequest): Promise<TakerCaller> {
  const secret = readTakerCookie(request, settings.publicUrl)
  const taker = secret ? await settings.findTaker(secret) : undefined
  if (!taker)
    throw new Failure('unauthenticated', {
      message: 'This session has ended. Open your link again to continue.',
    })
  request.caller = taker
  return taker
}

function readAnswers(request: FastifyRequest): Record<string, unknown> {
  refuseEncodedBody(request.headers['content-encoding'])
  return readJsonBody(request.headers['content-type'], request.body as Buffer | undefined)
}

export async function readState(
  settings: WebSettings,
  taker: TakerCaller,
  requestId: string,
): Promise<SittingState> {
  const { resource } = await settings.gate(linkOperations.readSitting, taker, {}, { id: requestId })
  return resource
}

/**
 * Saves one answer from a plain form, with the next sequence number, and finishes Focus with its last answer. Up to
 * thirty seconds between two posts count as active, because without JavaScript nothing else is known.
 */
async function saveFormAnswer(
  settings: WebSettings,
  taker: TakerCaller,
  form: URLSearchParams,
  requestId: string,
): Promise<void> {
  const { profile, seq, answers, wordings } = await readState(settings, taker, requestId)
  // The page is from an attempt that a retake has replaced. The next page shows the new one.
  if (form.has('attempt') && form.get('attempt') !== String(profile.attempt)) return
  const assessment = form.get('assessment') as AssessmentId
  const since = profile.timers.find((timer) => timer.assessment === assessment)?.lastUpdated
  const seconds = (settings.clock().getTime() - Date.parse(since ?? taker.sessionStartedAt)) / 1000
  const activeSeconds = Math.max(0, Math.min(30, Math.round(seconds)))
  const item = Number(form.get('item'))
  const value = formValue(assessment, form)
  const isLast = assessment === 'focus' && Object.keys({ ...answers.focus, [item]: value }).length === 120
  const post = {
    attempt: profile.attempt,
    answers: [{ assessment, item, value, seq: seq + 1 }],
    timers: [
      { assessment, sessionId: `form-post-${seq + 1}`, activeSeconds, idleSeconds: 0, inactiveSeconds: 0 },
    ],
    ...(isLast ? { finish: ['focus'] } : {}),
    // The page has one question and was made a moment ago.
    wordings,
  }
  const { resource } = await settings.gate(linkOperations.saveAnswers, taker, post, { id: requestId })
  const refused = resource.refused[0]
  if (refused) throw invalid(`The answer wasn't accepted: ${refused.reason}.`)
}

function formValue(assessment: AssessmentId, form: URLSearchParams): unknown {
  if (assessment === 'focus') return Number(form.get('value'))
  const most = form.get('most') ?? form.get('best')
  const least = form.get('least') ?? form.get('worst')
  if (assessment === 'disc') return { most, least }
  return { best: most, worst: least }
}
