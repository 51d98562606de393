import type { Config } from '../config.ts'
import type { Limits } from '../contract/limits.ts'
import type { Clock, Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import type { AppParts } from '../domain/app/model.ts'
import { createAuthorizations } from '../http/oauth/authorizations.ts'
import { createFindClientDocument, type FetchClientDocument } from '../http/oauth/client-documents.ts'
import { createErrorRenderer, createResponseMiddleware } from '../http/oauth/error-responses.ts'
import { createProviderSource } from '../http/oauth/provider-source.ts'
import type { OAuthProtocol } from '../http/oauth/settings.ts'
import type { Pages } from '../http/views/pages.ts'
import { newAppId } from '../identity/authorization/register-client.ts'
import type { MembershipSource } from '../identity/people/memberships.ts'
import type { SigningKeys } from '../identity/signing-keys.ts'
import type { TokenVerifier } from '../identity/token-verifier.ts'
import { fetchDocument } from '../platform/fetch-document.ts'
import type { Log } from '../platform/log.ts'
import { createOAuthStorage } from './oauth-storage.ts'

export type OAuthProtocolParts = {
  config: Config
  database: Database
  secretKey: SecretKey
  clock: Clock
  pages: Pages
  log: Log
  keys: () => SigningKeys
  verify: TokenVerifier
  apps: AppParts
  memberships: MembershipSource
  limits: Limits
  /** How client ID metadata documents are fetched; for tests. */
  readDocument?: FetchClientDocument | undefined
}

/** Connects the OAuth provider to its storage and its signing keys. */
export function createOAuthProtocol(parts: OAuthProtocolParts): OAuthProtocol {
  const { config, clock, pages, log, limits } = parts
  const storage = createOAuthStorage(parts)
  const mountPath = config.authUrl.slice(config.publicUrl.length)
  const errorPageSettings = {
    pages,
    clock,
    mountPath,
    logError: (fields: object, message: string) => log.error(fields, message),
  }
  const provider = createProviderSource({
    authUrl: config.authUrl,
    mountPath,
    serviceRoots: rootsOf(config),
    keys: parts.keys,
    cookieKeys: () => parts.secretKey.subkeys('oauth cookies').map((key) => key.toString('base64url')),
    newClientId: newAppId,
    limits,
    storage,
    clients: {
      findDocument: createFindClientDocument({
        fetchDocument: parts.readDocument ?? ((address) => fetchDocument(address)),
        clock,
        limits,
        onRejected: (fields) => log.info(fields, 'client metadata document rejected'),
      }),
    },
    clock,
    graceSeconds: config.refreshGraceSeconds,
    resumeUrl: (uid) => `${config.authUrl}/oauth/authorize/${uid}`,
    renderError: createErrorRenderer(errorPageSettings),
    middleware: createResponseMiddleware(errorPageSettings),
  })
  return {
    provider,
    authorizations: createAuthorizations(provider, storage),
    async verifyAccessToken(token) {
      const caller = await parts.verify(token)
      if (caller?.kind !== 'delegate') return undefined
      const { tokenId, clientId, grantId, accountId, region } = caller
      return { tokenId, clientId, grantId, accountId, region }
    },
  }
}

/** Every service root that clients may request as the token's resource. A token for any of them works in its region. */
function rootsOf({ publicUrl, defaultUrl, regions }: Config): [string, ...string[]] {
  const others = Object.values(regions).map((apiRoot) => apiRoot.slice(0, -'/api'.length))
  return [publicUrl, ...(defaultUrl ? [defaultUrl] : []), ...others.filter((root) => root !== publicUrl)]
}
