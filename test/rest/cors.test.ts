import { beforeAll, describe, expect, test } from 'vitest'
import { exampleDocument } from '../../scripts/openapi.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

const app = 'https://app.example.com'
let service: TestService
let account: TestAccount

beforeAll(async () => {
  service = await startTestService({ ALLOWED_ORIGINS: `${app}, http://localhost:5173` })
  account = await service.account()
})

function preflight(origin: string, path = '/profile', method = 'POST') {
  return fetch(service.baseUrl + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization, content-type, idempotency-key',
    },
  })
}

describe('a page of an allowed origin', () => {
  test('may send what the API accepts: its preflight is 204 without a token', async () => {
    for (const path of ['/profile', '/profile/0123456789abcdef01234567', '/auth', '/profiles', '/nothing']) {
      const answer = await preflight(app, path)
      expect(answer.status, path).toBe(204)
      expect(answer.headers.get('access-control-allow-origin')).toBe(app)
      expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
      expect(answer.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Idempotency-Key/)
      expect(answer.headers.get('access-control-max-age')).toBe('600')
      expect(answer.headers.get('x-request-id')).toBeTruthy()
    }
  })

  test('can read answers and refusals, with the headers that it needs, without credentials', async () => {
    for (const origin of [app, 'http://localhost:5173', new URL(service.url).origin]) {
      const answers = [
        await account.call('GET', '/test', undefined, { origin }),
        await account.call('GET', '/profile/0123456789abcdef01234567', undefined, { origin }),
        await account.call('GET', '/test', undefined, { origin, authorization: 'Bearer nothing' }),
      ]
      expect(answers.map((answer) => answer.status)).toEqual([200, 404, 401])
      for (const { headers } of answers) {
        expect(headers.get('access-control-allow-origin')).toBe(origin)
        expect(headers.get('access-control-expose-headers')).toMatch(/Link.*RateLimit.*X-Request-Id/)
        expect(headers.has('access-control-allow-credentials')).toBe(false)
        expect(headers.get('vary')).toMatch(/Origin/i)
      }
    }
  })
})

test('a page may read every header in the OpenAPI document', async () => {
  const { paths, components } = exampleDocument()
  const names = [...new Set(headersIn([paths, components.responses]))]
  const { headers } = await account.call('GET', '/test', undefined, { origin: app })
  const readable = headers.get('access-control-expose-headers')?.split(', ')
  expect(names).toEqual(expect.arrayContaining(['Retry-After', 'RateLimit', 'Idempotent-Replayed', 'Link']))
  expect(names.filter((name) => !readable?.includes(name))).toEqual([])
})

/** Names of answer headers in any part of the document. */
function headersIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const own = 'headers' in part ? Object.keys(part.headers as object) : []
  return [...own, ...Object.values(part).flatMap(headersIn)]
}

describe('a page of another origin', () => {
  test.each([
    'https://evil.example.com',
    'https://app.example.com.evil.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'null',
  ])('%s gets no CORS headers', async (origin) => {
    const response = await preflight(origin)
    expect(response.status).toBe(401)
    const read = await account.call('GET', '/test', undefined, { origin })
    for (const { headers } of [response, read]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(headers.get('vary')).toMatch(/Origin/i)
    }
  })
})

test('OPTIONS without a preflight is refused like any unsupported method', async () => {
  const answer = await account.call('OPTIONS', '/profile', undefined, { origin: app })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toContain('POST')
})
