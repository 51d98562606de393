import { performance } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, Summary } from 'prom-client'
import { Failure } from '../contract/failure.ts'
import { type AdmissionReadings, createAdmissionMetrics, type Refusal } from './metrics-admission.ts'
import { createDatabaseMetrics, type DatabaseMetrics } from './metrics-database.ts'
import { addProcessMetrics, type ProcessReadings } from './metrics-process.ts'
import { createWorkMetrics, type WorkMetrics } from './metrics-work.ts'

/** How an operation was called. */
type Door = 'rest' | 'mcp' | 'web' | 'ats' | 'scim'

type ObservedRequest = { method: string; route: string; status: number; seconds: number }

/** Requests that were not answered yet, and open connections of clients. */
type Traffic = { requests: number; connections: number }

export type Metrics = {
  /** Counts a request to the public port. The route is a template, never an address. */
  observeRequest(request: ObservedRequest): void
  /** Counts and times each call, by the name of its operation. */
  observeOperations<Args extends OperationArguments, Value>(
    door: Door,
    call: (...args: Args) => Promise<Value>,
  ): (...args: Args) => Promise<Value>
  /** Counts a refusal by a quota of an account, by its error code; other codes aren't counted. */
  noteRefusedQuota(code: string): void
  /** Reads the traffic of the public port with each collection. */
  watchTraffic(read: () => Traffic): void
  /** Counts a request that was refused because of overload. */
  observeRefusal(refusal: Refusal): void
  /** Reads the limit of requests in flight with each collection. */
  watchAdmission(read: () => AdmissionReadings): void
  /** Reads these with each collection; what is undefined has no metric. */
  watchProcess(readings: ProcessReadings): void
  database: DatabaseMetrics
  work: WorkMetrics
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>
}

type OperationArguments = [operation: { name: string }, ...rest: unknown[]]

/** What an account may have or do, by the error code of its refusals. */
const quotasByCode: Readonly<Record<string, string>> = {
  profile_quota: 'profiles',
  storage_quota: 'storage',
  change_limit: 'changes',
  export_limit: 'exports',
  app_quota: 'apps',
  email_limit: 'emails',
  text_limit: 'texts',
}

/** In seconds, for everything that a client waits for. Each costs a series for every route and status: 2,500 in all. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Metrics of this process. No label holds an account, a client, a person, an address, an id or a text of an error, so
 * the number of series is bounded by the code and not by its use.
 */
export function createMetrics(build: { version: string; commit: string }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Requests to the public port by route, with the time until the response was sent',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'] as const,
    buckets,
    registers,
  })
  // Sum and count only: the histogram by route has the distribution, and both would be twice the series.
  const operations = new Summary({
    name: 'timbre_operation_duration_seconds',
    help: 'Operations by name, with the time from the caller to the result',
    labelNames: ['operation', 'door', 'outcome'] as const,
    percentiles: [],
    registers,
  })
  const rateLimited = new Counter({
    name: 'timbre_rate_limited_total',
    help: 'Operations refused by a rate limit',
    labelNames: ['limiter'] as const,
    registers,
  })
  const refusedQuotas = new Counter({
    name: 'timbre_quota_refused_total',
    help: 'Requests refused by a quota of their account',
    labelNames: ['quota'] as const,
    registers,
  })
  for (const quota of Object.values(quotasByCode)) refusedQuotas.inc({ quota }, 0)
  const noteRefusedQuota = (code: string) => {
    const quota = quotasByCode[code]
    if (quota) refusedQuotas.inc({ quota })
  }
  new Gauge({
    name: 'timbre_build_info',
    help: 'Always 1',
    labelNames: ['version', 'commit'] as const,
    registers,
  }).set(build, 1)

  const observeOutcome = (operation: string, door: Door, began: number, error?: unknown) => {
    const seconds = (performance.now() - began) / 1_000
    operations.observe({ operation, door, outcome: outcomeOf(error) }, seconds)
    if (!(error instanceof Failure)) return
    if (error.limit) rateLimited.inc({ limiter: error.limit })
    noteRefusedQuota(error.code)
  }
  return {
    observeRequest({ method, route, status, seconds }) {
      requests.observe(
        {
          http_request_method: methods.has(method) ? method : '_OTHER',
          http_route: route,
          http_response_status_code: status,
        },
        seconds,
      )
    },
    observeOperations(door, call) {
      return async (...args) => {
        const [{ name }] = args
        const began = performance.now()
        try {
          const result = await call(...args)
          observeOutcome(name, door, began)
          return result
        } catch (error) {
          observeOutcome(name, door, began, error)
          throw error
        }
      }
    },
    noteRefusedQuota,
    watchTraffic: (read) => addTraffic(registers, read),
    ...createAdmissionMetrics(registers),
    watchProcess: (readings) => addProcessMetrics(registers, readings),
    database: createDatabaseMetrics(registers, buckets),
    work: createWorkMetrics(registers),
    text: () => registry.metrics(),
  }
}

function outcomeOf(error: unknown): string {
  if (error === undefined) return 'ok'
  return error instanceof Failure ? error.kind : 'unexpected'
}

function addTraffic(registers: Registry[], read: () => Traffic): void {
  new Gauge({
    name: 'http_server_active_requests',
    help: 'Requests to the public port that were not answered yet',
    registers,
    collect() {
      this.set(read().requests)
    },
  })
  new Gauge({
    name: 'http_server_open_connections',
    help: 'Connections of clients to the public port',
    registers,
    collect() {
      this.set(read().connections)
    },
  })
}
