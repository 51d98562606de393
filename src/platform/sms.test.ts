import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { openOutboxFixture } from '../../test/support/outbox-fixture.ts'
import type { OutgoingText } from '../contract/ports.ts'
import { SmsRefusal, smsTransport } from './sms.ts'

const message: OutgoingText & { messageId: string } = {
  channel: 'sms',
  to: '+4915112345678',
  text: 'Northwind invites you: https://timbre.example/t/x',
  locale: 'en',
  messageId: '<65f0c0ffee65f0c0ffee65f0@timbre.example>',
}

type Received = { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers'] }

/** A provider on this machine whose responses the test sets. */
async function startProvider(handler: (response: ServerResponse, request: IncomingMessage) => void) {
  const received: (Received & { body: string })[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body })
      handler(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages` }
}

const servers: (() => void)[] = []
afterAll(() => {
  for (const stop of servers) stop()
})

const answering = (status: number) => startProvider((response) => response.writeHead(status).end('{}'))

async function refusal(smsUrl: string, silenceMilliseconds = 5_000): Promise<SmsRefusal> {
  const error = await smsTransport({ smsUrl, silenceMilliseconds })(message).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(SmsRefusal)
  return error
}

describe('smsTransport', () => {
  test('posts id, number and text as JSON, with the id as key and the user as Basic authorization', async () => {
    const { received, url } = await answering(202)
    await smsTransport({ smsUrl: url.replace('//', '//us%40er:p%3Ass@') })(message)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ method: 'POST', url: '/messages' })
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': message.messageId,
      authorization: `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`,
    })
    const { messageId, to, text } = message
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ messageId, to, text })
  })

  test.each([200, 201, 202, 204])('a %i is a success', async (status) => {
    const { url } = await answering(status)
    await smsTransport({ smsUrl: url })(message)
  })

  test.each([400, 401, 403, 404, 409, 410, 422])('a %i is final', async (status) => {
    const { url } = await answering(status)
    expect(await refusal(url)).toMatchObject({ permanent: true, code: String(status) })
  })

  test.each([408, 425, 429, 500, 502, 503, 504])('a %i is not', async (status) => {
    const { url } = await answering(status)
    expect(await refusal(url)).toMatchObject({ permanent: false, code: String(status) })
  })

  test.each([301, 302, 307, 308])('a %i is final, and no other server gets the message', async (status) => {
    const elsewhere = await answering(200)
    const { url } = await startProvider((response) =>
      response.writeHead(status, { location: elsewhere.url }).end(),
    )
    expect((await refusal(url)).permanent).toBe(true)
    expect(elsewhere.received).toHaveLength(0)
  })

  test('a silent provider times out, and can be tried again', async () => {
    const { url } = await startProvider(() => {})
    expect(await refusal(url, 200)).toMatchObject({ permanent: false, code: 'NO_ANSWER' })
  })

  test('a cut connection, a refused one and an unknown host can be tried again', async () => {
    const { url } = await startProvider((_, request) => request.socket.destroy())
    for (const address of [url, 'http://127.0.0.1:9/', 'https://provider.invalid/'])
      expect(await refusal(address)).toMatchObject({ permanent: false, code: 'NO_ANSWER' })
  })

  test('an accepted message stays accepted, even if the connection breaks during the rest of the response', async () => {
    const { url } = await startProvider((response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{', () => response.socket?.destroy())
    })
    await smsTransport({ smsUrl: url })(message)
  })
})

test('a retried message has the same key; no log or record contains number, link or text', async () => {
  const statuses = [503, 429, 200]
  const { received, url } = await startProvider((response) =>
    response.writeHead(statuses.shift() ?? 500).end(),
  )
  const { database } = await createTestDatabase()
  const room = await openOutboxFixture(database)
  const send = smsTransport({ smsUrl: url })
  const outbox = room.startWith(({ messageId }) => send({ ...message, messageId }))
  const id = await room.queueOne()
  for (let hour = 0; hour < 3; hour += 1) {
    outbox.wake()
    await outbox.drain()
    const state = await room.stateOf(id)
    expect(JSON.stringify(state.last_error)).not.toMatch(/\+49|timbre\.example|127\.0/)
    room.now += 3_600_000
  }
  expect((await room.stateOf(id)).state).toBe('sent')
  expect(received).toHaveLength(3)
  expect(new Set(received.map((one) => one.headers['idempotency-key'])).size).toBe(1)
  expect(room.logged.length).toBeGreaterThan(2)
  expect(room.logged.join('\n')).not.toMatch(/\+49|\/t\/|127\.0/)
  await room.close()
})
