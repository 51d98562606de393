import { runQuery } from './queries.ts'
import type { McpRequestContext } from './request-context.ts'

/** An event for a model: without what only programs need. */
export type McpEvent = {
  id: string
  seq: number
  type: string
  timestamp: string
  by: { kind: string; clientId: string | null }
  data: Record<string, unknown>
}

/** The newest events first, at most 100. `hasMore` tells whether there are older ones. */
export async function readLatestEvents(
  context: McpRequestContext,
  limit: number,
): Promise<{ events: McpEvent[]; hasMore: boolean }> {
  const { resource, siblings } = await runQuery<McpEvent[]>(context, 'list_events', {
    before: 'latest',
    limit,
  })
  const events = resource.map(({ id, seq, type, timestamp, by, data }) => ({
    id,
    seq,
    type,
    timestamp,
    by,
    data,
  }))
  return { events, hasMore: siblings?.hasMore === true }
}
