import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

function ask(authorization: string | undefined, path = '/test', method = 'GET') {
  return fetch(running.baseUrl + path, {
    method,
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  })
}

const metadata = () => `Bearer resource_metadata="${running.url}/.well-known/oauth-protected-resource"`

async function expectRefused(answer: Response, challenge: string, label: string) {
  expect(answer.status, label).toBe(401)
  expect(answer.headers.get('www-authenticate'), label).toBe(challenge)
  expect(answer.headers.get('cache-control'), label).toBe('no-store')
  const text = await answer.text()
  expectEnvelope({ status: 401, body: JSON.parse(text), text }, label)
  expect(answer.headers.get('x-request-id'), label).toBe(JSON.parse(text).error.requestId)
  expect(answer.headers.get('x-service-region'), label).toBeNull()
}

describe('without a token 401 without an error code', () => {
  const absences: [string, string | undefined][] = [
    ['no header', undefined],
    ['an empty header', ''],
    ['Bearer alone', 'Bearer'],
    ['another scheme', 'Basic YTpi'],
    ['a digest', 'Digest username="a"'],
  ]
  test.each(absences)('%s', async (label, header) => {
    await expectRefused(await ask(header), metadata(), label)
  })

  test('a token in the query string is ignored', async () => {
    await expectRefused(await ask(undefined, `/test?access_token=${account.token}`), metadata(), 'query')
  })

  test('everywhere below the base address except sign-in: unknown paths, other methods, malformed paths', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['GET', ''],
      ['GET', '/'],
      ['POST', '/profiles'],
      ['DELETE', '/test'],
      ['OPTIONS', '/profiles'],
      ['PROPFIND', '/profiles'],
      ['GET', '/profile/%zz'],
      ['GET', '/profile/%ff'],
      ['GET', `/profile/${'a'.repeat(5_000)}`],
      ['GET', '/profile/x/y/z'],
      ['GET', '/test/'],
      ['GET', '/TEST'],
    ] as const) {
      await expectRefused(await ask(undefined, path, method), metadata(), `${method} ${path.slice(0, 40)}`)
      const wrong = await ask('Bearer wrong', path, method)
      await expectRefused(
        wrong,
        `${metadata()}, error="invalid_token"`,
        `${method} ${path.slice(0, 40)} with a token`,
      )
    }
  })

  test('HEAD is refused in the same way, without a body', async () => {
    const answer = await ask(undefined, '/test', 'HEAD')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(metadata())
    expect(await answer.text()).toBe('')
  })
})

describe('with a token', () => {
  test('the scheme is case-insensitive (RFC 9110 section 11.1)', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer '])
      expect((await ask(`${scheme} ${account.token}`)).status, scheme).toBe(200)
  })

  test('404 on unknown paths, with the envelope', async () => {
    for (const path of ['/nothing', '', '/', '/test/', '/TEST', '/profile/x/y/z', '/profiles/1']) {
      const answer = await account.call('GET', path)
      expect(answer.status, path).toBe(404)
      expectEnvelope(answer, path)
    }
  })

  test('TRACE and unknown methods are refused and echo nothing', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PURGE']) {
      const head = requestHead(method, '/api/v4/test', {
        authorization: `Bearer ${account.token}`,
        'x-echo': 'canary',
      })
      const answer = await sendRaw(running.url, head)
      expect([404, 405], method).toContain(answer.status)
      expect(answer.body, method).not.toContain('canary')
    }
  })

  test('headers of proxies and method overrides change nothing', async () => {
    const other = await running.account()
    const { body } = await other.call('POST', '/profile', { firstName: 'Hidden' })
    const answer = await account.call('GET', `/profile/${body.profile.id}`, undefined, {
      'x-account-id': other.id,
      'x-http-method-override': 'DELETE',
      'x-forwarded-host': 'evil.example.com',
      'x-original-url': '/api/v4/test',
    })
    expect(answer.status).toBe(404)
    expect((await other.call('GET', `/profile/${body.profile.id}`)).status).toBe(200)
  })
})
