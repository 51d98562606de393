import type { Provider } from 'oidc-provider'
import type { Limits } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Pages } from '../page/pages.ts'
import type { Apps } from './apps-port.ts'
import type { FormProof } from './csrf.ts'
import type { Authorizations } from './interaction-port.ts'
import type { RunMembership } from './membership-port.ts'
import type { People } from './people-port.ts'
import type { OwnToken } from './storage.ts'

/** What the pages and endpoints of the authorization server are given; each takes what it uses. */
export type OAuthSettings = Protocol & {
  /** The issuer, byte for byte. */
  authUrl: string
  /** The path of `authUrl` below the root of its host, empty in most installations; addresses begin with it. */
  mountPath: string
  publicUrl: string
  region: string
  /** API roots of all regions by name. */
  apiRoots: Readonly<Record<string, string>>
  pages: Pages
  clock: Clock
  people: People
  apps: Apps
  formProof: FormProof
  limits: Limits
  runMembership: RunMembership
  newId: () => string
  logError: (fields: object, message: string) => void
}

/** The protocol, and what its endpoints need besides it. */
export type Protocol = {
  /** The library's part, made anew after each rotation of the signing key. */
  provider: () => Provider
  authorizations: Authorizations
  /** What an access token of ours says, or undefined for anything else. */
  readOwnToken: (token: string) => Promise<OwnToken | undefined>
}
