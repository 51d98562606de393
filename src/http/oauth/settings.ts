import type { Provider } from 'oidc-provider'
import type { Limits } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Pages } from '../views/pages.ts'
import type { AppsInterface } from './apps-interface.ts'
import type { Authorizations } from './authorizations-interface.ts'
import type { CsrfProtection } from './csrf.ts'
import type { RunMemberOperation } from './member-operations-interface.ts'
import type { People } from './people-interface.ts'
import type { VerifiedAccessToken } from './storage.ts'

/** What the pages and endpoints of the authorization server get. Each takes what it uses. */
export type OAuthSettings = OAuthProtocol & {
  /** The issuer, byte for byte. */
  authUrl: string
  /** The path of `authUrl`, empty in most installations. All paths begin with it. */
  mountPath: string
  publicUrl: string
  region: string
  /** API roots of all regions by name. */
  apiRoots: Readonly<Record<string, string>>
  /** The path of the demo's mailbox. */
  mailbox?: string
  pages: Pages
  clock: Clock
  people: People
  apps: AppsInterface
  csrf: CsrfProtection
  limits: Limits
  runMemberOperation: RunMemberOperation
  newId: () => string
  logError: (fields: object, message: string) => void
  /** Counts a refusal by a quota of an account. */
  noteRefusedQuota?: ((code: 'app_quota') => void) | undefined
}

/** oidc-provider, and what its endpoints need besides it. */
export type OAuthProtocol = {
  /** The library's provider, created again after each rotation of the signing key. */
  provider: () => Promise<Provider>
  authorizations: Authorizations
  /** The contents of one of our access tokens. Undefined for anything else. */
  verifyAccessToken: (token: string) => Promise<VerifiedAccessToken | undefined>
}
