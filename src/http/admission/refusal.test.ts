import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProblemView } from '../views/problem-view.ts'
import { createRefusal } from './refusal.ts'

const refuse = createRefusal({
  clock: () => new Date('2026-11-23T12:00:00Z'),
  headers: { 'x-content-type-options': 'nosniff' },
  allowedOrigins: ['https://app.example.com'],
  renderProblem: ({ locale, kind, reference }: ProblemView) => ({
    html: `<p lang="${locale}">${kind} ${reference}</p>`,
    contentSecurityPolicy: "default-src 'none'",
  }),
})
const server = createServer((request, response) => refuse(request, response, 'overloaded'))
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('a refusal is an envelope with a request id, read by pages of allowed origins only', async () => {
  const answer = await fetch(`${url}/api/v4/account`, { headers: { origin: 'https://app.example.com' } })
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({
    code: 503,
    status: 'error',
    error: {
      code: 'overloaded',
      message: 'The service has more requests than it can answer now. Try again in a few seconds.',
      requestId: answer.headers.get('x-request-id'),
      timestamp: '2026-11-23T12:00:00.000Z',
    },
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const other = await fetch(`${url}/api/v4/account`, { headers: { origin: 'https://evil.example' } })
  expect(other.headers.get('access-control-allow-origin')).toBeNull()
})

test('a browser gets a page in its language, with the id that the log has', async () => {
  const headers = { accept: 'text/html', 'accept-language': 'de-AT', 'x-request-id': 'id-of-the-client' }
  const answer = await fetch(`${url}/t/link`, { headers })
  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe('<p lang="de">unavailable id-of-the-client</p>')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'")
})

test('OAuth endpoints get an error in the form of RFC 6749', async () => {
  const answer = await fetch(`${url}/us/oauth/token`, { method: 'POST', body: 'grant_type=refresh_token' })
  expect(await answer.json()).toEqual({
    error: 'temporarily_unavailable',
    error_description: 'The service has more requests than it can answer now. Try again in a few seconds.',
  })
})

test('a long body is not read to the end: the connection is closed', async () => {
  const short = await fetch(url, { method: 'POST', body: 'x'.repeat(1_000) })
  expect(short.headers.get('connection')).toBe('keep-alive')
  const long = await fetch(url, { method: 'POST', body: 'x'.repeat(100_000) })
  expect([long.status, long.headers.get('connection')]).toEqual([503, 'close'])
})
