import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { verifyWebhook, WebhookRefused } from '../../clients/sdk/webhooks.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes now').toString('base64')}`
const other = `whsec_${Buffer.from('another secret of 32 bytes, so..').toString('base64')}`
const event = {
  id: 'a'.repeat(24),
  type: 'profile.completed',
  data: { profileId: 'b'.repeat(24), name: 'Zoë' },
}
const body = JSON.stringify(event)

/** Signed by the reference library of Standard Webhooks. */
function headersFor(text = body, { by = [secret], at = new Date() } = {}): Record<string, string> {
  const signatures = by.map((one) => new Webhook(one).sign(event.id, at, text))
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return { 'webhook-id': event.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => (error instanceof WebhookRefused ? error.reason : error),
  )

describe('a signed request is accepted', () => {
  test.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a Buffer', Buffer.from(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('with its body as %s', async (_, given) => {
    expect(await verifyWebhook(given, headersFor(), secret)).toEqual(event)
  })

  test('with headers of any kind', async () => {
    const headers = headersFor()
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, one]) => [name.toUpperCase(), [one]]),
    )
    expect(await verifyWebhook(body, new Headers(headers), secret)).toEqual(event)
    expect(await verifyWebhook(body, upper, secret)).toEqual(event)
  })

  test('while a secret is rotated, on either side', async () => {
    expect(await verifyWebhook(body, headersFor(body, { by: [other, secret] }), secret)).toEqual(event)
    expect(await verifyWebhook(body, headersFor(), [other, secret])).toEqual(event)
  })

  test('and its type tells what its data is', async () => {
    const received = await verifyWebhook(body, headersFor(), secret)
    if (received.type !== 'profile.completed') return expect.unreachable()
    const profileId: string = received.data.profileId
    expect(profileId).toBe('b'.repeat(24))
  })
})

describe('a request is refused', () => {
  const minutes = (n: number) => new Date(Date.now() + n * 60_000)
  test.each([
    ['another secret', body, headersFor(body, { by: [other] }), 'signature'],
    ['a changed body', body.replace('Zoë', 'Eve'), headersFor(), 'signature'],
    ['no signature', body, { ...headersFor(), 'webhook-signature': undefined }, 'signature'],
    [
      'a signature of another scheme',
      body,
      { ...headersFor(), 'webhook-signature': 'v1a,aaaa' },
      'signature',
    ],
    ['a signature that is not base64', body, { ...headersFor(), 'webhook-signature': 'v1,%%' }, 'signature'],
    ['another id', body, { ...headersFor(), 'webhook-id': 'c' }, 'signature'],
    ['an old time', body, headersFor(body, { at: minutes(-6) }), 'time'],
    ['a time in the future', body, headersFor(body, { at: minutes(6) }), 'time'],
    ['a time that is none', body, { ...headersFor(), 'webhook-timestamp': 'now' }, 'time'],
    ['a body that was parsed', event as never, headersFor(), 'body'],
    ['a body that is not JSON', 'no', headersFor('no'), 'body'],
  ])('with %s', async (_, text, headers, reason) => {
    expect(await reasonOf(verifyWebhook(text, headers as Record<string, string>, secret))).toBe(reason)
  })

  test('later with a greater tolerance', async () => {
    const headers = headersFor(body, { at: minutes(-6) })
    expect(await reasonOf(verifyWebhook(body, headers, secret, { toleranceSeconds: 600 }))).toBe('accepted')
  })

  test('an empty secret is a mistake of the program, not of the request', async () => {
    await expect(verifyWebhook(body, headersFor(), 'whsec_')).rejects.toThrow('starts with whsec_')
  })
})
