import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import {
  type CompactJWSHeaderParameters,
  CompactSign,
  type CryptoKey,
  decodeJwt,
  importJWK,
  SignJWT,
} from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SecretKeyring } from '../../src/identity/secret-keyring.ts'
import { openSigningKeys } from '../../src/identity/signing-keys.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
let key: CryptoKey
let kid: string
let claims: Record<string, unknown>
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  const { database, installation, clock } = running.service.parts
  const keys = await openSigningKeys(database, installation.secretKey as SecretKeyring, clock())
  key = keys.active.privateKey
  kid = keys.active.kid
  claims = decodeJwt(account.token)
})

type Forged = { header?: Record<string, unknown>; claims?: Record<string, unknown>; without?: string }

/** A token signed with the service's own key, so that only the changed part can be the reason for a refusal. */
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

test('the forger’s unchanged tokens are accepted', async () => {
  expect((await ask(`Bearer ${await forge()}`)).status).toBe(200)
})

describe('an invalid token is 401 with error="invalid_token"', () => {
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

  test('a token of a megabyte is refused without other effects', async () => {
    const head = requestHead('GET', '/api/v4/test', { authorization: `Bearer ${'x'.repeat(1024 * 1024)}` })
    const answer = await sendRaw(running.url, head)
    expect([401, 431]).toContain(answer.status)
    expect((await ask(`Bearer ${account.token}`)).status).toBe(200)
  })

  test('a taker’s session cookie is not accepted', async () => {
    const answer = await fetch(`${running.baseUrl}/profiles`, {
      headers: { cookie: 'take=tmb_take_x; session=1' },
    })
    await expectRefused(answer, metadata(), 'cookie')
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
  return signBytes({ alg: 'ES256', typ: 'at+jwt', kid, crit: ['future'], future: true }, claims)
}

async function forgePayload(changed: Record<string, unknown>): Promise<string> {
  return signBytes({ alg: 'ES256', typ: 'at+jwt', kid }, { ...claims, ...changed })
}

/** Signs, with the right key, what the library would not sign as a token. */
function signBytes(header: CompactJWSHeaderParameters, payload: unknown): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader(header)
    .sign(key, { crit: { future: true } })
}
