import type { EventType } from '../../contract/event-types.ts'
import { Failure } from '../../contract/failure.ts'
import type { Sql } from '../../contract/ports.ts'
import { type FeedEnds, findSeq, listEventRows, readEnds, type StoredEvent } from './store.ts'

export type FeedRequest = {
  /** The id of the last event seen, `latest`, or undefined for the oldest one kept. */
  after?: string | undefined
  types?: readonly EventType[] | undefined
  profileId?: string | undefined
  limit: number
}

export type EventPage = FeedEnds & {
  events: readonly StoredEvent[]
  /** What to pass next. */
  after: string | null
  hasMore: boolean
}

/** One page of the feed. Fails as `cursor_expired` if the event to continue after is not kept. */
export async function readFeedPage(sql: Sql, accountId: string, request: FeedRequest): Promise<EventPage> {
  const { after, types, profileId, limit } = request
  // Read before the events: everything up to the newest of now has been committed, so none below it is missed.
  const [ends, seq] = await Promise.all([
    readEnds(sql, accountId),
    after === undefined || after === 'latest' ? undefined : findSeq(sql, accountId, after),
  ])
  const latest = ends.latest?.id ?? null
  if (after === 'latest') return { ...ends, events: [], after: latest, hasMore: false }
  if (after !== undefined && seq === undefined) throw cursorExpired(ends)
  const range = { after: seq ?? 0, upTo: ends.latest?.seq ?? 0, limit: limit + 1 }
  const found = await listEventRows(sql, accountId, { types, profileId }, range)
  const events = found.slice(0, limit)
  const hasMore = found.length > limit
  // Everything up to the newest event was looked at, so readers who filter don't fall behind what is kept.
  return { ...ends, events, after: hasMore ? (events.at(-1)?.id ?? null) : latest, hasMore }
}

function cursorExpired({ oldest }: FeedEnds): Failure {
  return new Failure('cursor_expired', { param: 'after', details: { oldest } })
}
