import type { PageView } from './page-view.ts'

/** `GET /`. Addresses are paths of this service, except the API's base address. */
export type HomeView = PageView & {
  readonly version: string
  readonly region: string
  readonly baseUrl: string
  readonly reference: string
  readonly health: string
  /** Where models are connected, and the page that says how. */
  readonly mcp: string
  readonly connect: string
  /** What models are offered, and where a program that reads finds everything. */
  readonly tools: string
  readonly overview: string
  /** How exactly the questionnaires measure. */
  readonly technical: string
  /** Pages of the authorization server, which may be another process. */
  readonly apps: string
  readonly members: string
  /** Only in the demo. */
  readonly mailbox?: string
}
