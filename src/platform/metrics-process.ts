import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

export type ProcessReadings = {
  /** The folder whose disk is watched. */
  dataDir: string
  /** Parts of readiness by name; true if available. */
  ready: () => Record<string, boolean>
  signingKeyCreatedAt: () => string | undefined
  /** Seconds since the audit anchors were last written; undefined before the first time. */
  anchorAgeSeconds: () => number | undefined
  /** Seconds since this region last read messages of the authorization server; undefined if that is here. */
  feedAgeSeconds: () => number | undefined
  droppedLogLines: () => number
}

/** Readings of the process and its surroundings, made with each collection. */
export function addProcessMetrics(registers: Registry[], readings: ProcessReadings): void {
  addLoop(registers)
  addDisk(registers, readings.dataDir)
  addReadiness(registers, readings.ready)
  addOptional(registers, {
    name: 'timbre_signing_key_age_seconds',
    help: 'Age of the key that signs access tokens',
    read() {
      const createdAt = readings.signingKeyCreatedAt()
      return createdAt === undefined ? undefined : (Date.now() - Date.parse(createdAt)) / 1_000
    },
  })
  addOptional(registers, {
    name: 'timbre_audit_anchor_age_seconds',
    help: 'Time since the anchors of the audit log were last written',
    read: readings.anchorAgeSeconds,
  })
  addOptional(registers, {
    name: 'timbre_region_feed_age_seconds',
    help: 'Time since this region last read messages of the authorization server',
    read: readings.feedAgeSeconds,
  })
  addDroppedLines(registers, readings.droppedLogLines)
}

/** The share of time in which the event loop was busy since the last collection, and its delays in that time. */
function addLoop(registers: Registry[]): void {
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
  const resolution = 10
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  new Gauge({
    name: 'nodejs_eventloop_delay_seconds',
    help: 'Delay of timers since the last collection',
    labelNames: ['quantile'] as const,
    registers,
    collect() {
      for (const quantile of [0.5, 0.99, 1])
        this.set(
          { quantile: String(quantile) },
          Math.max(0, delay.percentile(quantile * 100) / 1e9 - resolution / 1_000),
        )
      delay.reset()
    },
  })
}

function addDisk(registers: Registry[], dataDir: string): void {
  const add = (name: string, help: string, field: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const disk = await statfs(dataDir).catch(() => undefined)
        if (disk) this.set(disk[field] * disk.bsize)
        else this.reset()
      },
    })
  add('timbre_disk_free_bytes', 'Free space on the disk of DATA_DIR', 'bavail')
  add('timbre_disk_size_bytes', 'Size of the disk of DATA_DIR', 'blocks')
}

function addReadiness(registers: Registry[], ready: () => Record<string, boolean>): void {
  new Gauge({
    name: 'timbre_ready',
    help: 'Parts of /readyz; 1 if available. The part all is 1 if the answer is 200',
    labelNames: ['part'] as const,
    registers,
    collect() {
      for (const [part, isReady] of Object.entries(ready())) this.set({ part }, Number(isReady))
    },
  })
  new Gauge({
    name: 'timbre_migration_pending',
    help: '1 while a migration of this version is not applied',
    registers,
    collect() {
      const { database, migrations } = ready()
      this.set(Number(database === true && migrations === false))
    },
  })
}

/** A metric without a value would claim that there is one. */
function addOptional(
  registers: Registry[],
  { name, help, read }: { name: string; help: string; read: () => number | undefined },
): void {
  new Gauge({
    name,
    help,
    registers,
    labelNames: [],
    collect() {
      const value = read()
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}

function addDroppedLines(registers: Registry[], read: () => number): void {
  new Counter({
    name: 'timbre_log_lines_dropped_total',
    help: 'Log lines that were lost because they could not be written',
    registers,
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}
