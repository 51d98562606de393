import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import type { GuardedFetch } from '../../contract/guarded-fetch.ts'
import { createOidcClient, IssuerMismatch } from './oidc.ts'

const microsoft = 'https://login.microsoftonline.com'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const values = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43), requestId: '_r' }
const providerAt = (issuer: string) => ({
  ...{ id: 'p', issuer, clientId: 'client', clientSecret: 'secret', trustsAddresses: true },
  ...{ redirectUri: 'https://timbre.test/callback', changedAt: '2026-01-01T00:00:00Z' },
})

/** Microsoft's description for any tenant, and a token of the tenant of a stranger. */
const anyTenant: GuardedFetch = async (address) => {
  if (address.includes('/.well-known/'))
    return Response.json({
      issuer: `${microsoft}/{tenantid}/v2.0`,
      authorization_endpoint: `${microsoft}/common/oauth2/v2.0/authorize`,
      token_endpoint: `${microsoft}/common/oauth2/v2.0/token`,
      jwks_uri: `${microsoft}/common/discovery/v2.0/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  if (address.endsWith('/keys'))
    return Response.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] })
  const [now, tid] = [Math.floor(Date.now() / 1000), 'stranger']
  const claims = { iss: `${microsoft}/${tid}/v2.0`, tid, aud: 'client', sub: 'one', nonce: 'n' }
  const token = new SignJWT({ ...claims, iat: now, exp: now + 60, email: 'ada@example.com' })
  const signed = await token.setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)
  return Response.json({ access_token: 'a', token_type: 'bearer', expires_in: 60, id_token: signed })
}

test.each(['common', 'organizations'])("refuses Microsoft's issuer for any tenant: %s", async (tenant) => {
  const client = createOidcClient(anyTenant, Date.now)
  const provider = providerAt(`${microsoft}/${tenant}/v2.0`)
  await expect(client.start(provider, values, false)).rejects.toThrow(IssuerMismatch)
  const back = new URL('https://timbre.test/callback?code=good&state=s')
  await expect(client.finish(provider, values, back)).rejects.toThrow(IssuerMismatch)
})
