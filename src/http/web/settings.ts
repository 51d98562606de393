import type { TechnicalFigures } from '../../content/technical.ts'
import type { AccountHomes } from '../../contract/account-homes.ts'
import type { GuestCaller, RecalledTaker, TakerCaller } from '../../contract/caller.ts'
import type { Limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Payer } from '../../contract/payer.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Gate } from '../../gate/gate.ts'
import type { DashboardDocuments } from '../page/built-pages.ts'
import type { MailboxMessageView } from '../views/mailbox-view.ts'
import type { Pages } from '../views/pages.ts'
import type { ToolCatalog } from '../views/tools-view.ts'
import type { ShownResults } from './report-view.ts'

/** What the pages for people get. Each page takes what it uses. */
export type WebSettings = {
  gate: Gate
  pages: Pages
  dashboardDocuments: DashboardDocuments
  publicUrl: string
  authUrl: string
  baseUrl: string
  region: string
  homeOf: AccountHomes['homeOf']
  /** Prefix of the URLs of sign-in, apps and members: a path of this process, or another origin. */
  authServerRoot: string
  /** The description of the API, as an OpenAPI document. */
  describe: () => object
  /** The same as a Postman collection. */
  postmanCollection: () => object
  /** The tools, prompts and resources for models. */
  toolDocs: () => ToolCatalog
  /** Service roots of the other regions, by zone. */
  otherRoots: Readonly<Record<string, string>>
  /** The email or web address of the people who run the installation. */
  operatorContact: string | undefined
  /** The invitation to the installation's app in Zapier. */
  zapierAppUrl: string | undefined
  version: string
  clock: Clock
  findTaker: (secret: string) => Promise<TakerCaller | undefined>
  /** The person whose session had this secret when it was last looked up. Undefined if that was long ago or never. */
  recallTaker: (secret: string) => Pick<RecalledTaker, 'recalled' | 'sessionHash'> | undefined
  endTakerSession: (secret: string) => Promise<void>
  /** Ends a session so that its person can still continue in it for some minutes. */
  pauseTakerSession: (secret: string) => Promise<void>
  /** The person who has just stopped. */
  findPausedTaker: (secret: string) => Promise<TakerCaller | undefined>
  /** False if the session is over for good. */
  resumeTakerSession: (secret: string) => Promise<boolean>
  /** The owner of an email's unsubscribe link. Undefined if it isn't one of ours. */
  findUnsubscribeGuest: (link: string, network: Payer<'network'>) => GuestCaller | undefined
  /** Limits on starts from share links, per network. */
  limits: Pick<Limits, 'shareStarts' | 'shareEmails'>
  /** Only in the demo: lists the sent messages. */
  listMessages?: ListMessages
  /** Only in the demo: a receiver of webhooks. */
  demoReceiver?: DemoReceiver
  /** The results of an invented person. Computed once for each language. */
  example: ExampleSource
  /** The region's technical figures, cached. */
  technical: TechnicalSource
  logError: (fields: object, message: string) => void
}

export type ExampleSource = (locale: Locale) => ShownResults

/** Figures over many people; see content/technical. */
export type TechnicalSource = () => Promise<TechnicalFigures>

export type DemoReceiver = {
  /** The address that accepts requests, on the loopback interface. */
  url: string
  /** The secrets that sign requests of an account now. */
  listSecrets: (accountId: string) => Promise<readonly string[]>
}

export type ListMessages = (filter: { to?: string | undefined }) => Promise<MailboxMessageView[]>
