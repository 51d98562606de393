import { createPublicKey } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { rotateSigningKeys } from '../../src/identity/signing-key-rotation.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { callAs, type Json } from '../support/service.ts'
import type { AppTokens } from '../support/third-party.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth-fixture.ts'

// Credentials of people, apps and machines, used in place of an access token.

let fixture: OAuthFixture
let tokens: AppTokens
let code: string
beforeAll(async () => {
  fixture = await openOAuthFixture({ LOG_LEVEL: 'debug' })
  tokens = await fixture.app.connect(fixture.owner)
  const { address } = fixture.app.request()
  code = (await fixture.owner.authorize(address)).searchParams.get('code') ?? ''
})

const challenge = () => `Bearer resource_metadata="${fixture.url}/.well-known/oauth-protected-resource"`
const ask = (token: string) => fixture.call(token, 'GET', '/account')
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('200 for a valid access token, for the chosen account', async () => {
  const answer = await ask(tokens.accessToken)
  expect([answer.status, answer.body.data.id]).toEqual([200, fixture.account.id])
})

describe('401 with error="invalid_token", and never 500, for', () => {
  const pieces = () => tokens.accessToken.split('.') as [string, string, string]
  const refusedTokens: [string, () => string | Promise<string>][] = [
    ['a refresh token', () => tokens.refreshToken],
    ['an authorization code', () => code],
    ['the secret of a machine client', () => fixture.account.clientSecret],
    ['a registration token', () => fixture.app.registered.registration_access_token],
    ['the secret of an invite link', inviteSecret],
    ['the session of the person', personSession],
    ['the token without its signature', () => pieces().slice(0, 2).join('.')],
    ['the token with a signature of zeros', () => resigned(Buffer.alloc(64))],
    ['the token with alg none', () => `${part({ alg: 'none', typ: 'at+jwt' })}.${pieces()[1]}.`],
    ['the token under HS256 with the public key as secret', hmacWithPublicKey],
    ['the token with claims of another account', () => withClaims({ account_id: newPublicId() })],
    ['the token with a claim of a machine', () => withClaims({ m2m: true })],
    ['the token with one scope more', () => withClaims({ scope: 'profiles:read account:write' })],
    [
      'the token wrapped in another one',
      () =>
        `${part({ alg: 'ES256', typ: 'at+jwt', cty: 'JWT' })}.${Buffer.from(tokens.accessToken).toString('base64url')}.${pieces()[2]}`,
    ],
    ['an encrypted token of five parts', () => `${part({ alg: 'dir', enc: 'A256GCM' })}..a.b.c`],
    ['a token of the longest header that is read', () => 'x'.repeat(12_000)],
  ]
  test.each(refusedTokens)('%s', async (label, make) => {
    const token = await make()
    expect(token.length, label).toBeGreaterThan(10)
    const answer = await ask(token)
    expect([answer.status, answer.body.error.code], label).toEqual([401, 'token_invalid'])
    expect(answer.headers.get('www-authenticate')).toBe(`${challenge()}, error="invalid_token"`)
    expectEnvelope(answer, label)
    expect(fixture.running.logged()).not.toContain(token)
  })

  function resigned(signature: Buffer): string {
    return [...pieces().slice(0, 2), signature.toString('base64url')].join('.')
  }
  function withClaims(changed: Record<string, unknown>): string {
    const [header, , signature] = pieces()
    return [header, part({ ...decodeJwt(tokens.accessToken), ...changed }), signature].join('.')
  }
})

async function hmacWithPublicKey(): Promise<string> {
  const { kid } = decodeProtectedHeader(tokens.accessToken)
  const { keys } = (await (await fetch(`${fixture.url}/.well-known/jwks.json`)).json()) as Json
  const jwk = keys.find((key: Json) => key.kid === kid)
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  return new SignJWT(decodeJwt(tokens.accessToken))
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: String(kid) })
    .sign(Buffer.from(String(pem)))
}

/** As in the message to the person. */
async function inviteSecret(): Promise<string> {
  const email = `${newPublicId()}@test.test`
  const { body } = await fixture.account.call('POST', '/profile', { email })
  await fixture.account.call('POST', `/profile/${body.profile.id}/invite/email`)
  await fixture.running.service.drainOutbox()
  const [message] = (await (await fetch(`${fixture.url}/dev/mailbox.json?to=${email}`)).json()) as Json
  const link = message.links.find((one: string) => one.includes('/t/'))
  return new URL(link).pathname.split('/').at(-1) ?? ''
}

async function personSession(): Promise<string> {
  return fixture.owner.browser.cookie(fixture.url, 'person') ?? ''
}

test('401 for a signed-in person who sends cookies instead of a token', async () => {
  const cookie = fixture.owner.browser
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  expect(cookie).toContain('tmb_person_')
  for (const path of ['/account', '/profiles', '/nothing']) {
    const answer = await fetch(fixture.running.baseUrl + path, { headers: { cookie } })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge()])
  }
})

test('a person can sign in for an app during key rotations', async () => {
  const { database, installation, clock } = fixture.running.service.parts
  let refreshToken = tokens.refreshToken
  const kids = new Set([decodeProtectedHeader(tokens.accessToken).kid])
  for (let turn = 0; turn < 3; turn += 1) {
    const { active } = await rotateSigningKeys(database, installation.secretKey, clock())
    await expect
      .poll(
        async () => {
          const { body, status } = await fixture.app.refresh(refreshToken)
          expect(status).toBe(200)
          refreshToken = body.refresh_token
          const answer = await callAs(fixture.running.baseUrl, body.access_token)('GET', '/account')
          expect(answer.status).toBe(200)
          const { kid } = decodeProtectedHeader(body.access_token)
          kids.add(kid)
          return kid
        },
        { timeout: 60_000, interval: 200 },
      )
      .toBe(active.kid)
  }
  expect(kids.size).toBe(4)
  // The first key has been retired three times, and the token still works.
  expect((await ask(tokens.accessToken)).status).toBe(200)
})
