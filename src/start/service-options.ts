import type { Config } from '../config.ts'
import type { LookUpTxt } from '../contract/guarded-fetch.ts'
import type { Operation } from '../contract/operation.ts'
import type { Clock } from '../contract/ports.ts'
import type { GateSettings } from '../gate/gate.ts'
import type { McpTimeouts } from '../http/mcp/timeouts.ts'
import type { DashboardDocuments } from '../http/page/built-pages.ts'
import type { ResponseTap } from '../http/response-tap.ts'
import type { Pages } from '../http/views/pages.ts'
import type { WatchLimits } from '../platform/limits.ts'
import type { Log } from '../platform/log.ts'
import type { AuthorizationServerParts } from './authorization-server.ts'

export type ServiceOptions = {
  config: Config
  log: Log
  clock?: Clock
  /** Validates every output against its schema; for tests. */
  checkOutputs?: boolean
  /** Receives every response before it is sent; for tests. */
  responseTap?: ResponseTap
  /** How client ID metadata documents are fetched; for tests. */
  readDocument?: AuthorizationServerParts['readDocument']
  /** How the TXT records of a domain are looked up; for tests. */
  lookUpTxt?: LookUpTxt
  /** Multiplies the time limits of database connections, locks and statements; for tests on slow machines. */
  databasePatience?: number
  /** No other process can use the data directory, so it isn't locked. For tests, which start hundreds of services. */
  hasOwnDataDir?: boolean
  /** Multiplies the time that requests wait for their turn before they are refused; for tests on slow machines. */
  admissionPatience?: number
  /** Whether the disk is short of space, instead of looking at it; for tests. */
  isStorageLow?: () => boolean
  /** Called for each request that counts against a rate limit; for tests. */
  watchLimits?: WatchLimits
  /** The milliseconds by which rate limits recover; for tests in which none may. */
  limitsClock?: () => number
  /** Divides the bursts of rate limits; for tests of who is charged, which then need smaller floods. */
  limitsDivisor?: number
  /** Repeated tasks run only when they are told to; for tests that count what one run does. */
  tasksByHand?: boolean
  /** Operations in addition to the catalog; for tests. */
  operations?: readonly Operation[]
  /** How long MCP clients wait for slow tools; for tests. */
  mcpTimeouts?: McpTimeouts
  /** Changes the built pages before they are served; for tests. */
  transformPages?: (built: Pages) => Pages
  /** The dashboard's documents instead of the built ones; for tests. */
  dashboardDocuments?: DashboardDocuments
  /** Called with the name of each part that has to be stopped, as it starts. Tests throw here to fail the start. */
  onPart?: (part: string) => void
  /** Another process has taken over the data directory: the database is gone, and this process has to exit. */
  onLost?: (error: Error) => void
  /** Log lines that could not be written so far. */
  droppedLogLines?: () => number
  /** Runs before the service listens, so that the first request finds the work done. */
  beforeListening?: (parts: OperationParts) => Promise<void>
}

/** What operations need to run, also without HTTP: the demo seeds itself with it. */
export type OperationParts = Pick<
  GateSettings,
  'database' | 'clock' | 'newId' | 'installation' | 'asyncPorts'
>
