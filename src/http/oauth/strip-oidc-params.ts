/**
 * The address of a request without what only means something beside the scope `openid`: frameworks send a `nonce` with
 * whatever they ask for, and the library refuses it where no ID token was asked for. Nothing is lost with these, because
 * they are about a token that is not given. `max_age` is not among them: it asks something of the sign-in, and an app
 * that cannot have that is told. What stands there twice is left for the refusal that it gets (RFC 6749, section 3.1).
 */
export function stripOidcParams(address: string): string {
  const mark = address.indexOf('?')
  if (mark < 0) return address
  const pairs = address.slice(mark + 1).split('&')
  const params = new URLSearchParams(address.slice(mark + 1))
  const scopes = params.getAll('scope').flatMap((text) => text.split(/[ +]+/))
  if (scopes.includes('openid')) return address
  const dropped = oidcOnlyParams.filter((name) => params.getAll(name).length === 1)
  if (dropped.length === 0) return address
  // Pair by pair, so that nothing else of the address is written anew.
  const kept = pairs.filter(
    (pair) => ![...new URLSearchParams(pair).keys()].some((name) => dropped.includes(name)),
  )
  return `${address.slice(0, mark)}?${kept.join('&')}`
}

const oidcOnlyParams = ['nonce', 'acr_values', 'id_token_hint', 'claims_locales']
