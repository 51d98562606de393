import { request } from 'node:http'
import { expect, test } from 'vitest'
import { type Json, startTestService } from '../support/service.ts'

// The demo's receiver of webhooks.
const running = await startTestService({ WEBHOOKS: 'on' })
const account = await running.account()
const page = async (path = '/dev/hooks', init: RequestInit = {}) => {
  const response = await fetch(running.url + path, { redirect: 'manual', ...init })
  return { status: response.status, text: await response.text() }
}
const answer = (how: string, headers: Record<string, string> = {}) =>
  page('/dev/hooks/answer', { method: 'POST', body: new URLSearchParams({ answer: how }), headers })
const url = `http://127.0.0.1:${new URL(running.url).port}/dev/hooks`
const { body } = await account.call('POST', '/webhook', { url, types: ['tag.created'] })
const webhookId: string = body.webhook.id
const createTag = async () => {
  await account.call('POST', '/tag', { label: crypto.randomUUID(), color: 'blue' })
  await running.service.drainWebhooks()
}
const deliveries = async (): Promise<Json[]> =>
  (await account.call('GET', `/webhook/${webhookId}/deliveries`)).body.deliveries

test('shows what arrives, and that its signature is right', async () => {
  expect((await page()).text).toContain('Nothing has arrived yet.')
  await createTag()
  const { text } = await page()
  expect(text).toContain('tag.created')
  expect(text).toContain('The signature is right.')
  expect((await deliveries())[0].state).toBe('delivered')
})

test.each([
  ['wrong', { 'webhook-signature': 'v1,AAAA' }, 'The signature is wrong.'],
  ['missing', {}, 'It has no signature.'],
])('says that a signature is %s', async (type, headers, words) => {
  const sent = { 'webhook-id': 'x', 'webhook-timestamp': '1', ...headers, 'content-type': 'application/json' }
  const forged = JSON.stringify({ type, accountId: account.id, note: '<script>' })
  expect((await page('/dev/hooks', { method: 'POST', body: forged, headers: sent })).status).toBe(200)
  const { text } = await page()
  expect(text).toContain(words)
  expect(text).not.toContain('<script>')
})

test('accepts anything that is not an event', async () => {
  for (const junk of ['', 'null', '[]', '{"accountId":"000000000000000000000000"}'])
    expect((await page('/dev/hooks', { method: 'POST', body: junk })).status).toBe(200)
})

test('answers as chosen, which the deliveries show', async () => {
  expect((await answer('500')).status).toBe(303)
  await createTag()
  expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: 1 })
  expect((await answer('200', { origin: 'https://elsewhere.test' })).status).toBe(403)
  await answer('410')
  await createTag()
  const [{ id }] = await deliveries()
  const { body: read } = await account.call('GET', `/webhook/${webhookId}/deliveries/${id}`)
  expect(read.delivery.log[0]).toMatchObject({ status: 410, excerpt: 'The demo receiver answers 410.' })
  await answer('nonsense')
  expect((await page()).text).toContain('Now it answers 410')
})

test('opens under the address of the service only', async () => {
  const status = await new Promise((resolve, reject) => {
    request(`${running.url}/dev/hooks`, { headers: { host: 'elsewhere.test' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
})
