import type { ToolCatalog } from '../../../web/pages/tools-view.ts'
import type { MailboxMessageView } from '../../../web/pages/views.ts'
import type { TechnicalFigures } from '../../content/technical.ts'
import type { GuestCaller, TakerCaller } from '../../contract/caller.ts'
import type { Limits } from '../../contract/limits.ts'
import type { Payer } from '../../contract/payer.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Gate } from '../../gate.ts'
import type { Pages } from '../page/pages.ts'

/** What the pages for people are given; each page takes what it uses. */
export type WebSettings = {
  gate: Gate
  pages: Pages
  publicUrl: string
  authUrl: string
  baseUrl: string
  region: string
  /** What addresses of sign-in, apps and members begin with: a path of this process, or another address. */
  authServerRoot: string
  /** The description of the API, as an OpenAPI document. */
  describe: () => object
  /** What models are offered. */
  toolDocs: () => ToolCatalog
  /** Service roots of the other regions by zone. */
  otherRoots: Readonly<Record<string, string>>
  version: string
  clock: Clock
  findTaker: (secret: string) => Promise<TakerCaller | undefined>
  endTakerSession: (secret: string) => Promise<void>
  /** Who holds the stop link of an email; undefined when it is none of ours. */
  findUnsubscribeGuest: (link: string, network: Payer<'network'>) => GuestCaller | undefined
  /** What one network may start from share links. */
  limits: Pick<Limits, 'shareStarts' | 'shareEmails'>
  /** Only in the demo: what the mailbox holds. */
  listMessages?: ListMessages
  /** The technical figures of the region, as they are kept. */
  technical: TechnicalSource
  logError: (fields: object, message: string) => void
}

/** Numbers over many people; see content/technical. */
export type TechnicalSource = () => Promise<TechnicalFigures>

export type ListMessages = (filter: { to?: string | undefined }) => Promise<MailboxMessageView[]>
