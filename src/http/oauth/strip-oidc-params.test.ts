import { expect, test } from 'vitest'
import { stripOidcParams } from './strip-oidc-params.ts'

const from = '/oauth/authorize?client_id=a%2Db&state=%C3%A9+x'

test.each([
  ['&nonce=n', ''],
  ['&nonce=n&scope=profiles:read&acr_values=1&id_token_hint=x.y.z', '&scope=profiles:read'],
  ['&n%6Fnce=n', ''],
])('what is about an ID token is dropped where none was asked for: %s', (more, kept) => {
  expect(stripOidcParams(from + more)).toBe(from + kept)
})

test.each(['&nonce=n&scope=openid', '&nonce=n&scope=profiles:read+openid', '&nonce=n&scope=a%2Bopenid'])(
  'it stays with openid: %s',
  (more) => expect(stripOidcParams(from + more)).toBe(from + more),
)

test.each(['&max_age=60', '&nonce=a&nonce=b', '', '&prompt=login'])('it stays: %s', (more) => {
  expect(stripOidcParams(from + more)).toBe(from + more)
})

test('an address without a question mark stays', () => {
  expect(stripOidcParams('/oauth/authorize')).toBe('/oauth/authorize')
})
