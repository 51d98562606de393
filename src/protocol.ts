import type { Config } from './config.ts'
import type { Limits } from './contract/limits.ts'
import type { Clock, Database } from './contract/ports.ts'
import type { SecretKey } from './contract/secret-key.ts'
import type { AppParts } from './domain/app/model.ts'
import { aroundAnswers, errorRenderer } from './http/oauth/answers.ts'
import { documentClients, type ReadDocument } from './http/oauth/documents.ts'
import { authorizationsOf } from './http/oauth/interactions.ts'
import { providerSource } from './http/oauth/provider.ts'
import type { Protocol } from './http/oauth/settings.ts'
import type { Pages } from './http/page/pages.ts'
import { newAppId } from './identity/authorization/register.ts'
import type { SigningKeys } from './identity/keys.ts'
import type { MembershipSource } from './identity/people/memberships.ts'
import type { TokenVerifier } from './identity/verifier.ts'
import { readDocument } from './platform/document.ts'
import type { Log } from './platform/log.ts'
import { openStorage } from './storage.ts'

export type ProtocolParts = {
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
  /** How documents of apps are read; for tests. */
  readDocument?: ReadDocument | undefined
}

/** Puts the protocol together: what is kept and what is signed. */
export function openProtocol(parts: ProtocolParts): Protocol {
  const { config, clock, pages, log, limits } = parts
  const storage = openStorage(parts)
  const mountPath = config.authUrl.slice(config.publicUrl.length)
  const answering = {
    ...{ pages, clock, mountPath },
    logError: (fields: object, message: string) => log.error(fields, message),
  }
  const provider = providerSource({
    authUrl: config.authUrl,
    mountPath,
    roots: rootsOf(config),
    keys: parts.keys,
    cookieKeys: () => parts.secretKey.subkeys('oauth cookies').map((key) => key.toString('base64url')),
    newClientId: newAppId,
    limits,
    storage,
    clients: {
      findDocument: documentClients({
        read: parts.readDocument ?? ((address) => readDocument(address)),
        clock,
        limits,
        note: (fields) => log.info(fields, 'client document refused'),
      }),
    },
    clock,
    graceSeconds: config.refreshGraceSeconds,
    resumeAddress: (uid) => `${config.authUrl}/oauth/authorize/${uid}`,
    renderError: errorRenderer(answering),
    around: aroundAnswers(answering),
  })
  return {
    provider,
    authorizations: authorizationsOf(provider, storage),
    async readOwnToken(token) {
      const caller = await parts.verify(token)
      if (caller?.kind !== 'delegate') return undefined
      const { tokenId, clientId, grantId, accountId, region } = caller
      return { tokenId, clientId, grantId, accountId, region }
    },
  }
}

/** Every root that a token may be asked for; a token is for one of them, and good for the service wherever it is. */
function rootsOf({ publicUrl, defaultUrl, regions }: Config): [string, ...string[]] {
  const others = Object.values(regions).map((apiRoot) => apiRoot.slice(0, -'/api'.length))
  return [publicUrl, ...(defaultUrl ? [defaultUrl] : []), ...others.filter((root) => root !== publicUrl)]
}
