import type { Clock } from '../../contract/ports.ts'
import type { Pages } from '../page/pages.ts'
import type { Apps } from './apps-port.ts'
import type { FormProof } from './csrf.ts'
import type { Authorizations } from './interaction-port.ts'
import type { RunMembership } from './membership-port.ts'
import type { People } from './people-port.ts'

/** What the pages and endpoints of the authorization server are given; each takes what it uses. */
export type OAuthSettings = {
  /** The issuer, byte for byte. */
  authUrl: string
  /** The path of `authUrl` below the root of its host, empty in most installations; addresses begin with it. */
  mountPath: string
  publicUrl: string
  region: string
  pages: Pages
  clock: Clock
  authorizations: Authorizations
  people: People
  apps: Apps
  formProof: FormProof
  runMembership: RunMembership
  newId: () => string
  logError: (fields: object, message: string) => void
}
