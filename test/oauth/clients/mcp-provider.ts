import type { BrowserPerson } from '../../support/signing-in.ts'

/**
 * What a host stores for one server, in the shape that both versions of the MCP SDK use; a simulated person answers
 * where a host would open a browser. `said` is their next answer: the scopes to tick.
 */
export function createClientProvider(
  person: BrowserPerson,
  said: { scopes?: string[]; decision?: 'allow' | 'deny' } = {},
) {
  const kept: Kept = {}
  const redirectUrl = 'http://127.0.0.1:41997/callback'
  return {
    said,
    kept,
    redirectUrl,
    clientMetadata: {
      client_name: 'Model host',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'state-of-the-host',
    clientInformation: () => kept.client,
    saveClientInformation: (client: Kept['client']) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: Kept['tokens']) => {
      kept.tokens = tokens
    },
    async redirectToAuthorization(address: URL) {
      kept.asked = address
      kept.back = await person.authorize(address, said)
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    // Stored between the two steps, as the newer SDK requires for checking the issuer.
    saveDiscoveryState: (state: Kept['discovery']) => {
      kept.discovery = state
    },
    discoveryState: () => kept.discovery,
    invalidateCredentials: (scope: string) => {
      if (scope === 'all' || scope === 'tokens') delete kept.tokens
      if (scope === 'all' || scope === 'client') delete kept.client
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each generation of the SDK has types of its own for the same JSON.
type Theirs = any

type Kept = {
  client?: Theirs
  tokens?: Theirs
  discovery?: Theirs
  verifier?: string
  /** Where the host sent the person, and where the person was redirected to. */
  asked?: URL
  back?: URL
}
