import type { EventType } from '../../contract/event-types.ts'
import { Failure } from '../../contract/failure.ts'
import type { Sql } from '../../contract/ports.ts'
import { type FeedEnds, findSeq, listEventRows, readEnds, type StoredEvent } from './store.ts'

export type FeedRequest = {
  /** The id of the last event seen, `latest`, or undefined for the oldest one kept. */
  after?: string | undefined
  /** Instead of `after`: only events before this one, or `latest`; the newest first. */
  before?: string | undefined
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
  const { after, before, types, profileId, limit } = request
  // Read before the events: everything up to the newest of now has been committed, so none below it is missed.
  const [ends, seq] = await Promise.all([readEnds(sql, accountId), seqOf(sql, accountId, before ?? after)])
  const latest = ends.latest?.id ?? null
  if (before !== undefined) {
    if (before !== 'latest' && seq === undefined) throw cursorExpired(ends, 'before')
    const upTo = seq === undefined ? (ends.latest?.seq ?? 0) : seq - 1
    const range = { after: 0, upTo, limit: limit + 1, isNewestFirst: true }
    const found = await listEventRows(sql, accountId, { types, profileId }, range)
    return { ...ends, events: found.slice(0, limit), after: latest, hasMore: found.length > limit }
  }
  if (after === 'latest') return { ...ends, events: [], after: latest, hasMore: false }
  if (after !== undefined && seq === undefined) throw cursorExpired(ends, 'after')
  const range = { after: seq ?? 0, upTo: ends.latest?.seq ?? 0, limit: limit + 1 }
  const found = await listEventRows(sql, accountId, { types, profileId }, range)
  const events = found.slice(0, limit)
  const hasMore = found.length > limit
  // Everything up to the newest event was looked at, so readers who filter don't fall behind what is kept.
  return { ...ends, events, after: hasMore ? (events.at(-1)?.id ?? null) : latest, hasMore }
}

async function seqOf(sql: Sql, accountId: string, cursor: string | undefined): Promise<number | undefined> {
  return cursor === undefined || cursor === 'latest' ? undefined : findSeq(sql, accountId, cursor)
}

function cursorExpired({ oldest }: FeedEnds, param: 'after' | 'before'): Failure {
  return new Failure('cursor_expired', { param, details: { oldest } })
}
