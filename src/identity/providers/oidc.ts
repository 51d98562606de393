import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import type { GuardedFetch } from '../../contract/guarded-fetch.ts'
import type { AttemptValues } from './attempts.ts'
import { type ProviderRefusal, readAddress, readName, type VouchedPerson } from './claims.ts'

/** An account's OpenID provider, and our client there. */
export type OidcProvider = {
  id: string
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Whether addresses count that aren't marked as verified. Never those marked as unverified. */
  trustsAddresses: boolean
  changedAt: string
}

export type OidcClient = {
  /** Where the browser is sent. Throws if the provider can't be reached or its description is wrong. */
  start: (provider: OidcProvider, values: AttemptValues, again: boolean) => Promise<URL>
  /** What the provider says about the person who came back to `address`. Throws if it can't be reached. */
  finish: (
    provider: OidcProvider,
    values: AttemptValues,
    address: URL,
  ) => Promise<VouchedPerson | ProviderRefusal>
}

/** The provider calls itself otherwise than was entered, so its tokens could be those of anyone who has a client there. */
export class IssuerMismatch extends Error {}

type Known = { changedAt: string; until: number; configuration: Promise<Configuration> }

const [keptMilliseconds, maxKept] = [600_000, 500]

/** OpenID Connect Core with the code flow, PKCE, `state`, `nonce` and signed ID tokens. */
export function createOidcClient(guardedFetch: GuardedFetch, now: () => number): OidcClient {
  const known = new Map<string, Known>()

  /** Its description, at most ten minutes old. */
  function configurationOf(provider: OidcProvider): Promise<Configuration> {
    const kept = known.get(provider.id)
    if (kept && kept.changedAt === provider.changedAt && kept.until > now()) return kept.configuration
    if (known.size >= maxKept) known.clear()
    const configuration = discover(guardedFetch, provider)
    known.set(provider.id, { changedAt: provider.changedAt, until: now() + keptMilliseconds, configuration })
    configuration.catch(() => known.delete(provider.id))
    return configuration
  }

  return {
    async start(provider, { state, nonce, codeVerifier }, again) {
      const configuration = await configurationOf(provider)
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: provider.redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(again ? { prompt: 'login' } : {}),
      })
      const isSafe =
        address.protocol === 'https:' || (address.protocol === 'http:' && provider.issuer.startsWith('http:'))
      if (!isSafe) throw new Error('names an authorization endpoint without https')
      return address
    },
    async finish(provider, { state, nonce, codeVerifier }, address) {
      const configuration = await configurationOf(provider)
      const tokens = await authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const token = tokens.claims()
      if (!token) return { refused: 'no_id_token' }
      // The library makes an exception for Microsoft, whose issuers for any tenant have a placeholder.
      if (token.iss !== provider.issuer) return { refused: 'issuer' }
      const { userinfo_endpoint: hasUserInfo } = configuration.serverMetadata()
      const claims =
        token.email === undefined && hasUserInfo
          ? await fetchUserInfo(configuration, tokens.access_token, token.sub)
          : token
      return vouchedBy(claims, provider)
    },
  }
}

/** Whether the provider at this issuer calls itself otherwise. False if it can't be reached now. */
export async function namesOtherIssuer(guardedFetch: GuardedFetch, issuer: string): Promise<boolean> {
  return discover(guardedFetch, { issuer, clientId: 'unknown', clientSecret: 'unknown' }).then(
    () => false,
    (error) => error instanceof IssuerMismatch,
  )
}

type Entered = Pick<OidcProvider, 'issuer' | 'clientId' | 'clientSecret'>

/**
 * The library accepts the description of any tenant of Microsoft, and any description whose whole address was entered.
 * We accept none but that of the entered issuer.
 */
async function discover(guardedFetch: GuardedFetch, entered: Entered): Promise<Configuration> {
  const configuration = await requestDescription(guardedFetch, entered).catch((error) => {
    const isOther = error instanceof ClientError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
    throw isOther ? new IssuerMismatch('names another issuer', { cause: error }) : error
  })
  if (configuration.serverMetadata().issuer !== entered.issuer)
    throw new IssuerMismatch('names another issuer')
  return configuration
}

async function requestDescription(
  guardedFetch: GuardedFetch,
  { issuer, clientId, clientSecret }: Entered,
): Promise<Configuration> {
  // Without TLS only where the operator has opened a network; the guard decides that for each address.
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  return discovery(
    new URL(issuer),
    clientId,
    undefined,
    (server, client, body, headers) => {
      const methods = server.token_endpoint_auth_methods_supported
      const isPostOnly = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
      const authenticate = isPostOnly ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret)
      authenticate(server, client, body, headers)
    },
    {
      // The library doesn't verify ID tokens that come from the token endpoint itself, unless it is told to.
      execute: [...insecure, enableNonRepudiationChecks],
      timeout: 5,
      [customFetch]: (target, { method, headers, body }) =>
        guardedFetch(target, {
          method,
          headers: Object.fromEntries(new Headers(headers)),
          body: body === undefined || body === null ? undefined : String(body),
        }),
    },
  )
}

function vouchedBy(
  claims: Readonly<Record<string, unknown>>,
  { trustsAddresses }: OidcProvider,
): VouchedPerson | ProviderRefusal {
  const email = readAddress(claims.email)
  if (email === undefined) return { refused: 'no_email' }
  const { email_verified: verified } = claims
  const isVerified = verified === true || verified === 'true' || (verified === undefined && trustsAddresses)
  if (!isVerified) return { refused: 'unverified_email' }
  const { given_name: given, family_name: family } = claims
  const parts = [given, family].filter((part) => typeof part === 'string')
  return { email, name: readName(claims.name, parts.join(' ')) }
}
