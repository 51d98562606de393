import type { FastifyInstance } from 'fastify'
import { scopes } from '../../contract/scope.ts'
import { clientAuthMethods } from '../../identity/authorization/client-metadata.ts'
import { oidcScopes } from './resource-indicators.ts'
import type { OAuthSettings } from './settings.ts'

/**
 * What clients find out about the authorization server (RFC 8414), at the address below the issuer, and where the
 * issuer has a path also at the one in front of it (section 3.1). ID tokens are issued for `openid`, so those who
 * look under the name of OpenID Connect find the same. Any page may read it, and nothing of it follows a request.
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
      // A preflight comes before every request that carries a header of its own, such as the version of MCP.
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
