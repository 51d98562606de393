import type { Config } from './config.ts'
import type { Clock, Database } from './contract/ports.ts'
import type { OAuthSettings } from './http/oauth/settings.ts'
import type { Pages } from './http/page/pages.ts'
import type { Log } from './platform/log.ts'

export type AuthorizationParts = {
  config: Config
  database: Database
  secretKey: Buffer
  clock: Clock
  newId: () => string
  pages: Pages
  log: Log
}

/** Puts the authorization server together. Nothing is sent and nothing runs before `start`. */
export function openAuthorization({ config, clock, pages, log }: AuthorizationParts): OAuthSettings {
  return {
    authUrl: config.authUrl,
    mountPath: config.authUrl.slice(config.publicUrl.length),
    publicUrl: config.publicUrl,
    region: config.region,
    pages,
    clock,
    authorizations: {
      pending: async () => undefined,
      describe: async () => undefined,
      finish: async (_request, reply) => reply,
      deny: async (_request, reply) => reply,
    },
    logError: (fields, message) => log.error(fields, message),
  }
}
