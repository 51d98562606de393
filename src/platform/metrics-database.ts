import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { DatabaseObserver } from '../contract/observers.ts'

export type DatabaseMetrics = DatabaseObserver & {
  /** Reads the connections of the database with each collection. */
  watchConnections(read: () => Connections): void
  /** Reads with each collection how many seconds the read replica is behind; undefined while it can't be used. */
  watchReadReplica(lagSeconds: () => number | undefined): void
}

/** Connections of the database's pool, and transactions that wait for one. */
type Connections = { idle: number; used: number; pending: number }

export function createDatabaseMetrics(registers: Registry[], buckets: number[]): DatabaseMetrics {
  const waits = new Histogram({
    name: 'db_client_connection_wait_time_seconds',
    help: 'Waiting of transactions for a connection',
    buckets,
    registers,
  })
  const timeouts = new Counter({
    name: 'db_client_connection_timeouts_total',
    help: 'Transactions refused because no connection became free in time',
    registers,
  })
  const transactions = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Transactions with their attempts, from their connection to the disk',
    labelNames: ['operation'] as const,
    buckets,
    registers,
  })
  const retries = new Counter({
    name: 'timbre_transaction_retries_total',
    help: 'Transactions that were tried again',
    labelNames: ['verdict'] as const,
    registers,
  })
  for (const verdict of ['again', 'reconnect']) retries.inc({ verdict }, 0)
  const replicaReads = new Counter({
    name: 'timbre_read_replica_reads_total',
    help: 'Reads that were sent to the read replica; if it was behind or failed, the primary answered',
    labelNames: ['outcome'] as const,
    registers,
  })
  for (const outcome of ['answered', 'behind', 'failed']) replicaReads.inc({ outcome }, 0)
  return {
    waited: (seconds) => waits.observe(seconds),
    timedOut: () => timeouts.inc(),
    transacted: (operation, seconds) => transactions.observe({ operation }, seconds),
    retried: (verdict) => retries.inc({ verdict }),
    replicaRead: (outcome) => replicaReads.inc({ outcome }),
    watchConnections: (read) => addConnections(registers, read),
    watchReadReplica: (lagSeconds) => addReadReplica(registers, lagSeconds),
  }
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

function addReadReplica(registers: Registry[], lagSeconds: () => number | undefined): void {
  new Gauge({
    name: 'timbre_read_replica_usable',
    help: 'Whether the read replica can be used',
    registers,
    collect() {
      this.set(lagSeconds() === undefined ? 0 : 1)
    },
  })
  new Gauge({
    name: 'timbre_read_replica_lag_seconds',
    help: 'How far the read replica is behind',
    registers,
    collect() {
      const lag = lagSeconds()
      this.set(lag ?? Number.NaN)
    },
  })
}
