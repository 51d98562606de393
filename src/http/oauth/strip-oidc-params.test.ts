import { expect, test } from 'vitest'
import { stripOidcParams } from './strip-oidc-params.ts'

const from = '/oauth/authorize?client_id=a%2Db&state=%C3%A9+x'

test.each([
  ['&nonce=n', ''],
  ['&nonce=n&scope=profiles:read&acr_values=1&id_token_hint=x.y.z', '&scope=profiles:read'],
  ['&n%6Fnce=n', ''],
])('parameters about ID tokens are removed if none is requested: %s', (more, kept) => {
  expect(stripOidcParams(from + more)).toBe(from + kept)
})

test.each(['&nonce=n&scope=openid', '&nonce=n&scope=profiles:read+openid', '&nonce=n&scope=a%2Bopenid'])(
  'they stay with openid: %s',
  (more) => expect(stripOidcParams(from + more)).toBe(from + more),
)

test.each(['&max_age=60', '&nonce=a&nonce=b', '', '&prompt=login'])('other parameters stay: %s', (more) => {
  expect(stripOidcParams(from + more)).toBe(from + more)
})

test('a URL without a query stays the same', () => {
  expect(stripOidcParams('/oauth/authorize')).toBe('/oauth/authorize')
})
