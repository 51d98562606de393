import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { type Limits, spendInOrder } from '../../contract/limits.ts'
import { networkFor, networkOf } from '../../contract/payer.ts'
import type { Clock } from '../../contract/ports.ts'
import { rateLimited } from '../../contract/request.ts'
import { scopes } from '../../contract/scope.ts'
import { clientAuthMethods } from '../../identity/authorization/client-metadata.ts'
import { newSecret, type SecretPrefix } from '../../identity/secret.ts'
import type { SigningKeys } from '../../identity/signing-keys.ts'
import { recordSecurityEvent } from '../security-log.ts'
import { type AdapterSettings, createAdapterFactory } from './adapter.ts'
import { matchesStoredSecret } from './client-adapter.ts'
import { isAllowedOrigin } from './cors.ts'
import { recordFailure } from './error-responses.ts'
import { createFindAccount, tokenClaims } from './find-account.ts'
import { oidcScopes } from './oidc-scopes.ts'
import { currentRequestContext, useLibrary } from './request-context.ts'
import { resourceIdentifiers, resourceIndicators } from './resource-indicators.ts'
import { tokenLifetimes } from './token-lifetimes.ts'

export type ProviderSettings = AdapterSettings & {
  /** The issuer, byte for byte. */
  authUrl: string
  mountPath: string
  /** Every service root that tokens can be requested for. The first is the default. */
  serviceRoots: readonly [string, ...string[]]
  keys: () => SigningKeys
  /** Keys that sign the cookies of a flow. */
  cookieKeys: () => readonly string[]
  newClientId: () => string
  limits: Pick<Limits, 'wrongAppSecrets' | 'wrongSecretsOfNetwork'>
  /** Renders an error as a page or as text. */
  renderError: NonNullable<Configuration['renderError']>
  /** Runs around each response. */
  middleware: Parameters<Provider['use']>[0]
  clock: Clock
}

useLibrary(Provider)

/**
 * The OAuth protocol by oidc-provider (OAuth 2.1, RFC 8414, 7591, 7592, 7009, 8707, 9068, 9207). All state is in the
 * database.
 */
export function createProvider(settings: ProviderSettings): Provider {
  const provider = new Provider(settings.authUrl, configurationOf(settings))
  // `forwardToProvider` sets the issuer's host and scheme on each request.
  provider.proxy = true
  provider.use(settings.middleware)
  // Errors are logged where the response is made. Koa would print them a second time.
  provider.on('error' as never, () => {})
  provider.on('server_error', recordFailure)
  setTokenPrefix(provider.AuthorizationCode, 'tmb_code_')
  setTokenPrefix(provider.RefreshToken, 'tmb_rt_')
  setTokenPrefix(provider.RegistrationAccessToken, 'tmb_reg_')
  provider.Client.prototype.compareClientSecret = createSecretComparison(settings)
  return provider
}

/** Prefixes make our secrets recognizable, for people and for tools that search logs for secrets. */
function setTokenPrefix(model: { prototype: object }, prefix: SecretPrefix): void {
  Object.assign(model.prototype, { generateTokenId: () => newSecret(prefix) })
}

/** Compares a client secret. Wrong ones are rate-limited by network; a right one is never refused because of them. */
function createSecretComparison({ limits }: ProviderSettings) {
  return async function (this: { clientId: string; clientSecret?: string | undefined }, sent: string) {
    if (matchesStoredSecret(this.clientSecret, sent)) return true
    const { request } = currentRequestContext()
    const refused = { outcome: 'refused', reason: 'invalid_client', clientId: this.clientId } as const
    recordSecurityEvent(request, { kind: 'client_secret_tried', ...refused })
    const network = networkOf(request.ip)
    const allowance = await spendInOrder([
      () => limits.wrongSecretsOfNetwork(network),
      () => limits.wrongAppSecrets(networkFor(network, this.clientId)),
    ])
    if (allowance && !allowance.isWithin) throw rateLimited(allowance)
    return false
  }
}

function configurationOf(settings: ProviderSettings): Configuration {
  const names = resourceIdentifiers(settings.serviceRoots)
  return {
    adapter: createAdapterFactory(settings),
    jwks: { keys: [settings.keys().active.privateJwk] } as NonNullable<Configuration['jwks']>,
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
    },
    features: {
      // On by default, but not wanted: DPoP, which our resources don't verify, pages of the library, and endpoints that
      // are not needed.
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      claimsParameter: { enabled: false },
      registration: {
        enabled: true,
        idFactory: settings.newClientId,
        secretFactory: () => newSecret('tmb_secret_'),
        issueRegistrationAccessToken: true,
      },
      registrationManagement: { enabled: true, rotateRegistrationAccessToken: false },
      resourceIndicators: resourceIndicators(names, settings.serviceRoots[0]) as never,
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
    },
    scopes: oidcScopes,
    claims: { openid: ['sub'] },
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: [...clientAuthMethods],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    ttl: tokenLifetimes(settings.clock),
    formats: { customizers: { jwt: setTokenTimes(settings.clock) } },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    // An app's access lasts as long as its grant, not as long as the browser session in which it was given.
    expiresWithSession: async () => false,
    loadExistingGrant: grantOfThisFlow,
    findAccount: createFindAccount(settings.storage),
    extraTokenClaims: async (ctx) => tokenClaims(ctx),
    interactions: {
      policy: interactionPrompts(),
      url: (_ctx, { uid }) => `${settings.mountPath}/oauth/interaction/${uid}`,
    },
    cookies: {
      names: { interaction: 'oauth_interaction', resume: 'oauth_resume', session: 'oauth_session' },
      keys: [...settings.cookieKeys()],
      short: { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true },
    },
    clientBasedCORS: (_ctx, origin, client) => isAllowedOrigin(origin, client.redirectUris ?? []),
    renderError: settings.renderError,
    // `client-documents.ts` reads client documents. The library itself must not make requests.
    fetch: async () => {
      throw new Error('oidc-provider must not make requests')
    },
  }
}

/** The library's default prompts, and `select_account`, which the consent page offers anyway. */
function interactionPrompts() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

/** Each request needs its own consent: a grant is valid for the flow in which it was given, and for no later one. */
async function grantOfThisFlow(ctx: KoaContextWithOIDC) {
  const grantId = ctx.oidc.result?.consent?.grantId
  return grantId ? ctx.oidc.provider.Grant.find(grantId) : undefined
}

type JwtCustomizer = NonNullable<NonNullable<NonNullable<Configuration['formats']>['customizers']>['jwt']>

/** Sets times by the service's clock, which also verifies the token. */
function setTokenTimes(clock: Clock): JwtCustomizer {
  return async (_ctx, token, { payload }) => {
    if (!payload || payload.account_id === undefined) throw new errors.InvalidGrant('no account')
    const tokenScopes = String(payload.scope ?? '').split(' ')
    if (!scopes.some((scope) => tokenScopes.includes(scope)))
      throw new errors.InvalidScope('no scope was granted', '')
    const issuedAt = Math.floor(clock().getTime() / 1000)
    payload.iat = issuedAt
    payload.exp = issuedAt + token.expiration
    return undefined
  }
}
