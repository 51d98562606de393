import type { BrowserPerson } from '../../support/signing-in.ts'

/**
 * What a host of models keeps for one server, in the shape that both generations of the MCP SDK ask for; a person
 * answers where a host would open a browser. `said` is what they answer the next time: the scopes they tick.
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
    // Kept between the two steps, as the SDK of 2026 demands for the check of the issuer.
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
  /** Where the host sent the person, and where they came back to. */
  asked?: URL
  back?: URL
}
