import { createServer, type Server } from 'node:http'
import { performance } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Failure } from '../contract/failure.ts'

/** How an operation was called. */
type Door = 'rest' | 'mcp' | 'web'

type ObservedRequest = { method: string; route: string; status: number; seconds: number }

export type Metrics = {
  /** Counts a request to the public port. The route is a template, never an address. */
  observeRequest(request: ObservedRequest): void
  /** Counts and times each call, by the name of its operation. */
  observeOperations<Args extends OperationArguments, Value>(
    door: Door,
    call: (...args: Args) => Promise<Value>,
  ): (...args: Args) => Promise<Value>
  /** Reads the connections of the database with each collection. */
  watchConnections(read: () => Connections): void
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>
}

/** Connections of the database's pool, and transactions that wait for one. */
type Connections = { idle: number; used: number; pending: number }

type OperationArguments = [operation: { name: string }, ...rest: unknown[]]

/** In seconds, for everything that a client waits for. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Metrics of this process. No label holds an account, a client, a person, an address, an id or a text of an error, so
 * the number of series is bounded by the code and not by its use.
 */
export function createMetrics({ version }: { version: string }): Metrics {
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
  const operations = new Histogram({
    name: 'timbre_operation_duration_seconds',
    help: 'Operations by name, with the time from the caller to the result',
    labelNames: ['operation', 'door', 'outcome'] as const,
    buckets,
    registers,
  })
  const rateLimited = new Counter({
    name: 'timbre_rate_limited_total',
    help: 'Operations refused by a rate limit',
    labelNames: ['limiter'] as const,
    registers,
  })
  addLoopUtilization(registers)
  new Gauge({ name: 'timbre_build_info', help: 'Always 1', labelNames: ['version'] as const, registers }).set(
    { version },
    1,
  )

  const observeOutcome = (operation: string, door: Door, began: number, error?: unknown) => {
    const seconds = (performance.now() - began) / 1_000
    operations.observe({ operation, door, outcome: outcomeOf(error) }, seconds)
    if (error instanceof Failure && error.limit) rateLimited.inc({ limiter: error.limit })
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
    watchConnections: (read) => addConnections(registers, read),
    text: () => registry.metrics(),
  }
}

function outcomeOf(error: unknown): string {
  if (error === undefined) return 'ok'
  return error instanceof Failure ? error.kind : 'unexpected'
}

/** The share of time in which the event loop was busy since the last collection. */
function addLoopUtilization(registers: Registry[]): void {
  let last = performance.eventLoopUtilization()
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of the time in which the event loop was busy since the last collection',
    registers,
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, last).utilization)
      last = now
    },
  })
}

function addConnections(registers: Registry[], read: () => Connections): void {
  new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections to the database',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { idle, used } = read()
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'used' }, used)
    },
  })
  new Gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Transactions that wait for a connection',
    registers,
    collect() {
      this.set(read().pending)
    },
  })
}

/**
 * Serves `GET /metrics` on a port of its own, so that it is never public by accident. Returns how to close it. Throws a
 * one-sentence error if the address can't be used.
 */
export async function listenForMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<() => void> {
  const server = createServer(async (request, response) => {
    const isMetrics = request.method === 'GET' && request.url === '/metrics'
    if (!isMetrics) return void response.writeHead(404).end()
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  })
  await listening(server, host, port)
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(`METRICS_LISTEN: ${host}:${port} can't be used (${error.code}). Set another address.`, {
          cause: error,
        }),
      ),
    )
    server.listen(port, host, resolve)
  })
}
