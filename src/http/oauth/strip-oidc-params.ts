/**
 * Removes parameters that only matter with the scope `openid`. Frameworks always send a `nonce`, and the library
 * refuses it if no ID token is requested. Nothing is lost, because these parameters are about a token that isn't
 * issued. `max_age` stays: it restricts the sign-in, and an app must learn if it can't be met. Parameters that appear
 * twice stay as well and are refused (RFC 6749, section 3.1).
 */
export function stripOidcParams(address: string): string {
  const queryStart = address.indexOf('?')
  if (queryStart < 0) return address
  const pairs = address.slice(queryStart + 1).split('&')
  const params = new URLSearchParams(address.slice(queryStart + 1))
  const scopes = params.getAll('scope').flatMap((text) => text.split(/[ +]+/))
  if (scopes.includes('openid')) return address
  const dropped = oidcOnlyParams.filter((name) => params.getAll(name).length === 1)
  if (dropped.length === 0) return address
  // Pair by pair, so that the rest of the URL stays byte for byte the same.
  const kept = pairs.filter(
    (pair) => ![...new URLSearchParams(pair).keys()].some((name) => dropped.includes(name)),
  )
  return `${address.slice(0, queryStart)}?${kept.join('&')}`
}

const oidcOnlyParams = ['nonce', 'acr_values', 'id_token_hint', 'claims_locales']
