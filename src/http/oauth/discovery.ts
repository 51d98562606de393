import type { FastifyInstance } from 'fastify'
import { scopes } from '../../contract/scope.ts'
import { clientAuthMethods } from '../../identity/authorization/client-metadata.ts'
import { oidcScopes } from './oidc-scopes.ts'
import type { OAuthSettings } from './settings.ts'

/**
 * The metadata of the authorization server (RFC 8414), below the issuer and, if the issuer has a path, also at the
 * location of section 3.1. ID tokens are issued for `openid`, so the OpenID Connect location has the same document.
 * Any origin may read it, and it doesn't depend on the request.
 */
export function registerDiscovery(app: FastifyInstance, settings: OAuthSettings): void {
  const { mountPath } = settings
  const document = JSON.stringify(serverMetadata(settings))
  for (const name of ['oauth-authorization-server', 'openid-configuration']) {
    const paths = new Set([`${mountPath}/.well-known/${name}`, `/.well-known/${name}${mountPath}`])
    for (const path of paths) {
      app.get(path, async (_request, reply) =>
        reply
          .header('access-control-allow-origin', '*')
          .header('cache-control', 'public, max-age=300')
          .type('application/json; charset=utf-8')
          .send(document),
      )
      // Browsers send a preflight before each request with a custom header, such as the MCP protocol version.
      app.options(path, async (_request, reply) =>
        reply
          .code(204)
          .header('access-control-allow-origin', '*')
          .header('access-control-allow-methods', 'GET, HEAD')
          .header('access-control-allow-headers', '*')
          .header('access-control-max-age', '3600')
          .send(),
      )
    }
  }
}

function serverMetadata({ authUrl, publicUrl }: Pick<OAuthSettings, 'authUrl' | 'publicUrl'>) {
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth/authorize`,
    token_endpoint: `${authUrl}/oauth/token`,
    registration_endpoint: `${authUrl}/oauth/register`,
    revocation_endpoint: `${authUrl}/oauth/revoke`,
    jwks_uri: `${publicUrl}/.well-known/jwks.json`,
    scopes_supported: [...scopes, ...oidcScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${publicUrl}/docs`,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  }
}
