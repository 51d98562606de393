import { createMetrics, listenForMetrics, type Metrics } from '../platform/metrics.ts'
import type { Foundation } from './foundation.ts'
import type { Shutdown } from './shutdown.ts'

/** Serves metrics at METRICS_LISTEN until the database is closed. Undefined without that setting. */
export async function openMetrics(
  { config, connections }: Foundation,
  version: string,
  shutdown: Shutdown,
): Promise<Metrics | undefined> {
  if (!config.metricsListen) return undefined
  const metrics = createMetrics({ version })
  metrics.watchConnections(connections)
  const close = await listenForMetrics(metrics, config.metricsListen)
  shutdown.add('database', 'metrics', close)
  return metrics
}
