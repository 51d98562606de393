import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { sendPage } from '../page/send-page.ts'
import type { ReceivedRequestView, ReceiverAnswer } from '../views/receiver-view.ts'
import { refuseForeignHost } from './demo-host.ts'
import type { DemoReceiver, WebSettings } from './settings.ts'

const path = '/dev/hooks'
const answers: readonly ReceiverAnswer[] = ['200', '500', '410', 'hang']

/** Requests that are kept, in memory. */
const most = 50

/**
 * A receiver of webhooks in the demo: accepts requests, checks their signatures and answers as its page says. So
 * signed requests and failures can be tried without a server of one's own.
 */
export function registerDemoReceiver(
  web: FastifyInstance,
  { pages, publicUrl, clock }: WebSettings,
  { url, listSecrets }: DemoReceiver,
): void {
  let answer: ReceiverAnswer = '200'
  let received: readonly ReceivedRequestView[] = []
  const stopping = new AbortController()
  web.addHook('preClose', async () => stopping.abort())

  web.get(path, async (request, reply) => {
    refuseForeignHost(request, publicUrl)
    return sendPage(reply, pages.renderReceiver({ url, answer, received }))
  })

  web.post(`${path}/answer`, async (request, reply) => {
    refuseForeignHost(request, publicUrl)
    refuseCrossOrigin(request, publicUrl)
    const chosen = readForm(request).get('answer')
    answer = answers.find((one) => one === chosen) ?? answer
    return reply.redirect(path, 303)
  })

  web.post(path, async (request, reply) => {
    refuseForeignHost(request, publicUrl)
    const body = (request.body as Buffer | undefined)?.toString('utf8') ?? ''
    const event = readEvent(body)
    const now = clock()
    const signature = checkSignature(request, body, await listSecrets(event.accountId), now)
    const one = { ...viewOf(request, body), type: event.type, at: now.toISOString(), signature, answer }
    received = [one, ...received].slice(0, most)
    if (answer === 'hang') await pause(hangMilliseconds, stopping.signal)
    const status = answer === 'hang' ? 504 : Number(answer)
    return reply.code(status).type('text/plain; charset=utf-8').send(`The demo receiver answers ${status}.`)
  })
}

/** Longer than senders wait. */
const hangMilliseconds = 15_000

/** Only what the page shows is read; anything may be sent here. */
function readEvent(body: string): { type: string; accountId: string } {
  try {
    const { type, accountId } = JSON.parse(body)
    return { type: String(type), accountId: String(accountId) }
  } catch {
    return { type: 'not JSON', accountId: '' }
  }
}

function viewOf(request: FastifyRequest, body: string) {
  const { 'webhook-id': id, 'timbre-attempt': attempt, 'timbre-replay': replay } = request.headers
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return {
    id: String(id ?? ''),
    attempt: attempt === undefined ? undefined : String(attempt),
    isReplay: replay === 'true',
    headers: headers.join('\n'),
    body,
  }
}

/**
 * As receivers check it (Standard Webhooks 1.0): one of the signatures must be right for one of the secrets, and the
 * time of the attempt at most five minutes away.
 */
function checkSignature(
  { headers }: FastifyRequest,
  body: string,
  secrets: readonly string[],
  now: Date,
): ReceivedRequestView['signature'] {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  if (id === undefined || timestamp === undefined || signature === undefined) return 'missing'
  const sent = String(signature).split(' ')
  const isRight = secrets.some((secret) => {
    const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return sent.includes(`v1,${hmac}`)
  })
  if (!isRight) return 'wrong'
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= 300 ? 'right' : 'old'
}

/** Resolves when the time is up or the service stops. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, { once: true })
  })
}
