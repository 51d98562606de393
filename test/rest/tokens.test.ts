import { createPublicKey, createSign, generateKeyPairSync } from 'node:crypto'
import { type CryptoKey, decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSigningKeys } from '../../src/identity/keys.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { requestHead, sendRaw } from '../support/wire.ts'

let running: TestService
let account: TestAccount
let key: CryptoKey
let kid: string
let claims: Record<string, unknown>
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  const { database, site, clock } = running.service.parts
  const keys = await openSigningKeys(database, site.secretKey, clock())
  key = keys.active.privateKey
  kid = keys.active.kid
  claims = decodeJwt(account.token)
})

type Forged = { header?: Record<string, unknown>; claims?: Record<string, unknown>; without?: string }

/** A token signed with the service's own key, so that only what is changed can be the reason of a refusal. */
async function forge({ header = {}, claims: changed = {}, without }: Forged = {}): Promise<string> {
  const payload: Record<string, unknown> = { ...claims, ...changed }
  if (without) delete payload[without]
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header }).sign(key)
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1000)

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

test('the forger itself makes tokens that are accepted', async () => {
  expect((await ask(`Bearer ${await forge()}`)).status).toBe(200)
})

describe('a token that is not one of ours is 401 with error="invalid_token"', () => {
  const attacks: [string, () => string | Promise<string>][] = [
    ['alg none', () => `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`],
    ['alg None', () => `${part({ alg: 'None', typ: 'at+jwt', kid })}.${part(claims)}.`],
    [
      'alg nOnE with the old signature',
      () => `${part({ alg: 'nOnE', typ: 'at+jwt', kid })}.${part(claims)}.${account.token.split('.')[2]}`,
    ],
    ['HS256 with the public key as secret', () => hmacWithPublicKey()],
    ['typ JWT', () => forge({ header: { typ: 'JWT' } })],
    ['typ id_token', () => forge({ header: { typ: 'id_token+jwt' } })],
    ['another audience', () => forge({ claims: { aud: 'https://elsewhere.example.com' } })],
    ['no audience', () => forge({ without: 'aud' })],
    ['another issuer', () => forge({ claims: { iss: 'https://evil.example.com' } })],
    ['expired an hour ago', () => forge({ claims: { exp: now() - 3600 } })],
    ['no exp', () => forge({ without: 'exp' })],
    ['exp as text', () => `${forgePayload({ exp: '9999999999' })}`],
    ['exp negative', () => forge({ claims: { exp: -1 } })],
    ['not valid before tomorrow', () => forge({ claims: { nbf: now() + 86_400 } })],
    ['no scope', () => forge({ without: 'scope' })],
    ['no account', () => forge({ without: 'account_id' })],
    ['an unknown kid', () => forge({ header: { kid: 'unknown' } })],
    ['a kid that walks paths', () => forge({ header: { kid: '../../etc/passwd' } })],
    ['a kid of SQL', () => forge({ header: { kid: "' or 1=1 --" } })],
    ['a critical header nobody knows', () => forgeCritical()],
    ['a key of the attacker in the header', () => ownKey()],
    ['one character of the payload changed', () => tampered(1)],
    ['one character of the signature changed', () => tampered(2)],
    ['no signature', () => account.token.split('.').slice(0, 2).join('.')],
    ['an empty signature', () => `${account.token.split('.').slice(0, 2).join('.')}.`],
    [
      'a signature of zeros',
      () => `${account.token.split('.').slice(0, 2).join('.')}.${Buffer.alloc(64).toString('base64url')}`,
    ],
    ['an invite link', () => `tmb_link_${'A'.repeat(60)}`],
    ['a client secret', () => account.clientSecret],
    ['a refresh token', () => `tmb_rt_${'A'.repeat(43)}`],
    ['a word', () => 'null'],
    ['five parts as an encrypted token has', () => 'a.b.c.d.e'],
    ['unreadable parts', () => 'e30.e30.e30'],
    ['10,000 characters', () => 'x'.repeat(10_000)],
  ]
  test.each(attacks)('%s', async (label, make) => {
    const token = await make()
    await expectRefused(await ask(`Bearer ${token}`), `${metadata()}, error="invalid_token"`, label)
  })

  test('two tokens in one header', async () => {
    const answer = await ask(`Bearer ${account.token}, Bearer ${account.token}`)
    await expectRefused(answer, `${metadata()}, error="invalid_token"`, 'two tokens')
  })

  test('two Authorization headers, even with a valid token first', async () => {
    const head = requestHead('GET', '/api/v4/test', { authorization: `Bearer ${account.token}` })
    const answer = await sendRaw(
      running.url,
      head.replace(/\r\n\r\n$/, '\r\nauthorization: Bearer x\r\n\r\n'),
    )
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
  })

  test('a token of a megabyte is refused at once and breaks nothing', async () => {
    const started = performance.now()
    const head = requestHead('GET', '/api/v4/test', { authorization: `Bearer ${'x'.repeat(1024 * 1024)}` })
    const answer = await sendRaw(running.url, head)
    expect([401, 431]).toContain(answer.status)
    expect(performance.now() - started).toBeLessThan(2_000)
    expect((await ask(`Bearer ${account.token}`)).status).toBe(200)
  })

  test('a taking session in a cookie opens nothing here', async () => {
    const answer = await fetch(`${running.baseUrl}/profiles`, {
      headers: { cookie: 'take=tmb_take_x; session=1' },
    })
    await expectRefused(answer, metadata(), 'cookie')
  })
})

describe('no token is 401 without an error code', () => {
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

  test('a token in the query string is never looked at', async () => {
    await expectRefused(await ask(undefined, `/test?access_token=${account.token}`), metadata(), 'query')
  })

  test('everywhere under the base address: unknown paths, other methods, malformed paths', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['GET', ''],
      ['GET', '/'],
      ['POST', '/profiles'],
      ['DELETE', '/test'],
      ['PATCH', '/auth'],
      ['GET', '/auth'],
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

  test('HEAD is refused alike, without a body', async () => {
    const answer = await ask(undefined, '/test', 'HEAD')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(metadata())
    expect(await answer.text()).toBe('')
  })
})

describe('with a token', () => {
  test('the scheme is read in any case, as RFC 9110 section 11.1 says', async () => {
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

  test('405 with Allow on a known path', async () => {
    const doors: [string, string[]][] = [
      ['/test', ['GET', 'HEAD', 'POST']],
      ['/profiles', ['GET', 'HEAD']],
      ['/profile', ['POST']],
      [`/profile/${account.id}`, ['GET', 'HEAD', 'PATCH', 'DELETE']],
      [`/profile/${account.id}/invite/email`, ['POST']],
    ]
    for (const [path, allowed] of doors) {
      const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (one) => !allowed.includes(one),
      )
      for (const method of others) {
        const answer = await account.call(method, path)
        expect(answer.status, `${method} ${path}`).toBe(405)
        const allow = (answer.headers.get('allow') ?? '').split(', ').sort()
        expect(allow, `${method} ${path}`).toEqual([...allowed].sort())
        if (method !== 'HEAD') expectEnvelope(answer, `${method} ${path}`)
      }
    }
  })

  test('TRACE and methods nobody knows are refused and echo nothing', async () => {
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

  test('headers of proxies and overrides change nothing', async () => {
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

function tampered(index: number): string {
  const parts = account.token.split('.')
  const text = parts[index] ?? ''
  const at = Math.floor(text.length / 2)
  parts[index] = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
  return parts.join('.')
}

async function hmacWithPublicKey(): Promise<string> {
  const { keys } = (await fetch(`${running.url}/.well-known/jwks.json`).then((answer) =>
    answer.json(),
  )) as Json
  const pem = createPublicKey({ key: keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
    .sign(Buffer.from(String(pem)))
}

async function ownKey(): Promise<string> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = pair.publicKey.export({ format: 'jwk' })
  const mine = await importJWK({ ...pair.privateKey.export({ format: 'jwk' }) } as never, 'ES256')
  return new SignJWT(claims)
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'at+jwt',
      kid,
      jwk: jwk as never,
      jku: 'https://evil.example.com',
    })
    .sign(mine)
}

async function forgeCritical(): Promise<string> {
  const header = { ...decodeProtectedHeader(await forge()), crit: ['future'], future: true }
  return signParts(header, claims)
}

async function forgePayload(changed: Record<string, unknown>): Promise<string> {
  return signParts({ alg: 'ES256', typ: 'at+jwt', kid }, { ...claims, ...changed })
}

/** What the library refuses to make is signed by hand, with the right key. */
async function signParts(header: unknown, payload: unknown): Promise<string> {
  const text = `${part(header)}.${part(payload)}`
  const { KeyObject } = await import('node:crypto')
  const signature = createSign('sha256')
    .update(text)
    .sign({ key: KeyObject.from(key as never), dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
