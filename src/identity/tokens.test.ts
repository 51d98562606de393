import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { accessTokenSeconds, signMachineToken } from './tokens.ts'

const client = { accountId: 'a'.repeat(24), clientId: 'm2m_us_x', scopes: [] }
const start = Date.parse('2026-11-21T09:00:00Z')

test('a machine token is an at+jwt with account, region, scopes and a lifetime of an hour', async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const privateJwk = await exportJWK(pair.privateKey)
  const keys = {
    active: { kid: 'one', privateKey: pair.privateKey, privateJwk },
    all: new Map([['one', pair.publicKey]]),
    publicJwks: [await exportJWK(pair.publicKey)],
  }
  const settings = {
    keys: () => keys,
    region: 'us',
    issuer: 'https://auth.example.com',
    audience: 'https://timbre.example.com',
    clock: () => new Date(start),
  }
  const token = await signMachineToken(settings, client, ['tags:manage', 'account:read'])
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: 'one' })
  expect(decodeJwt(token)).toEqual({
    iss: 'https://auth.example.com',
    aud: 'https://timbre.example.com',
    sub: client.clientId,
    client_id: client.clientId,
    account_id: client.accountId,
    region: 'us',
    scope: 'tags:manage account:read',
    m2m: true,
    jti: expect.any(String),
    iat: start / 1000,
    exp: start / 1000 + accessTokenSeconds,
  })
})
