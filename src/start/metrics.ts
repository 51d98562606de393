import type { Config } from '../config.ts'
import type { Metrics } from '../platform/metrics.ts'
import { listenForMetrics } from '../platform/metrics-server.ts'
import type { Foundation } from './foundation.ts'
import type { Instances } from './instances.ts'
import type { AnchorTask } from './periodic-tasks.ts'
import type { ReadinessWatch } from './readiness.ts'
import type { ServiceOptions } from './service-options.ts'
import type { Shutdown } from './shutdown.ts'
import { commit, version } from './version.ts'
import type { Workers } from './workers.ts'

/** Undefined without METRICS_LISTEN. */
export async function openOptionalMetrics({ metricsListen }: Config): Promise<Metrics | undefined> {
  if (!metricsListen) return undefined
  const { createMetrics } = await import('../platform/metrics.ts')
  return createMetrics({ version, commit })
}

/** What is read with each collection, besides what parts report. */
export type Watched = {
  foundation: Foundation
  workers: Workers
  anchors: AnchorTask
  readiness: ReadinessWatch
  instances: Instances
}

/** Serves metrics at METRICS_LISTEN until the database is closed. */
export async function serveMetrics(
  { foundation, workers, anchors, readiness, instances }: Watched,
  { droppedLogLines = () => 0 }: ServiceOptions,
  shutdown: Shutdown,
): Promise<void> {
  const { config, metrics, connections, replicaLag } = foundation
  if (!metrics || !config.metricsListen) return
  const { outbox, webhooks, regions } = workers
  metrics.database.watchConnections(connections)
  if (replicaLag) metrics.database.watchReadReplica(replicaLag)
  // The same for all instances: one counts.
  const counts = () => instances.leases?.holds('counting') ?? true
  metrics.work.watchOutbox(async () => (counts() ? outbox.count() : undefined))
  if (webhooks) metrics.work.watchWebhooks(async () => (counts() ? webhooks.count() : undefined))
  metrics.watchProcess({
    dataDir: config.dataDir,
    ready() {
      const { ready, parts } = readiness.current()
      return { ...parts, all: ready }
    },
    signingKeyCreatedAt: readiness.signingKeyCreatedAt,
    anchorAgeSeconds: anchors.ageSeconds,
    feedAgeSeconds: regions.feedAgeSeconds,
    droppedLogLines,
  })
  shutdown.add('database', 'metrics', await listenForMetrics(metrics, config.metricsListen))
}
