import type { AssessmentId, PageView } from './page-view.ts'

/** What is known of an assessment before it is taken. Minutes are what most people need. */
export type AssessmentFactsView = {
  readonly id: AssessmentId
  readonly name: string
  readonly itemCount: number
  readonly estimatedMinutes: number
}

/** `GET /about`. URLs are paths of this service, except the API's base URL. */
export type HomeView = PageView & {
  /** The dashboard, which leads to the sign-in first. */
  readonly dashboard: string
  /** The results of an invented person. */
  readonly example: string
  /** What people take, and how long it takes them. */
  readonly assessments: readonly AssessmentFactsView[]
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
