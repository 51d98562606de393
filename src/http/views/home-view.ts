import type { PageView } from './page-view.ts'

/** `GET /about`. URLs are paths of this service, except the API's base URL. */
export type HomeView = PageView & {
  /** The dashboard, which leads to the sign-in first. */
  readonly dashboard: string
  readonly version: string
  readonly region: string
  readonly baseUrl: string
  readonly reference: string
  readonly health: string
  /** The MCP endpoint, and the page about it. */
  readonly mcp: string
  readonly connect: string
  /** The list of tools, and the index for programs. */
  readonly tools: string
  readonly overview: string
  /** The technical figures of the questionnaires. */
  readonly technical: string
  /** Pages of the authorization server, which can be another process. */
  readonly apps: string
  readonly members: string
  /** Only in the demo. */
  readonly mailbox?: string
}
