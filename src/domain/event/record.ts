import type { EventCause, EventType, NewEvent } from '../../contract/event-types.ts'
import type { Sql } from '../../contract/ports.ts'
import { appendEvents, type EventRow } from './store.ts'

/** What the events of one transaction have in common. */
export type EventOrigin = {
  accountId: string
  region: string
  by: EventCause
  /** Null for what the service does by itself. */
  requestId: string | null
  now: () => Date
  newId: () => string
  /** The types that this operation declares; any if not set. */
  emits?: readonly EventType[] | undefined
}

/** The cause of what the service does by itself. */
export const systemCause: EventCause = { kind: 'system', clientId: null }

type Pending = { origin: EventOrigin; events: NewEvent[] }

const pendingBySql = new WeakMap<Sql, Pending>()

/**
 * Says who causes the events of this transaction. Everyone who opens a transaction in which something may be recorded
 * calls this first: `recordEvent` fails without it.
 */
export function setEventOrigin(sql: Sql, origin: EventOrigin): void {
  pendingBySql.set(sql, { origin, events: [] })
}

/** Events of another account in the same transaction, such as a sandbox, with the same cause. Returns what they have in common. */
export function shareEventOrigin(sql: Sql, other: Sql, accountId: string): EventOrigin {
  const pending = pendingBySql.get(sql)
  if (!pending) throw new Error('No origin was set')
  const origin = { ...pending.origin, accountId }
  setEventOrigin(other, origin)
  return origin
}

/**
 * Records an event of the transaction's account. It is written when the transaction commits, and only then: after the
 * audit entries, numbered in the order of the commits. Until then nothing is locked.
 */
export function recordEvent(sql: Sql, event: NewEvent): void {
  const pending = pendingBySql.get(sql)
  if (!pending) throw new Error(`No origin was set for ${event.type}`)
  const { origin, events } = pending
  if (origin.emits && !origin.emits.includes(event.type)) {
    throw new Error(`${event.type} is missing in what the operation declares to emit`)
  }
  if (events.length === 0) sql.beforeCommit(async () => appendEvents(sql, rowsOf(pending)), 'events')
  events.push(event)
}

/** Whether this transaction recorded events: readers who wait for them can be woken after the commit. */
export function hasRecordedEvents(sql: Sql): boolean {
  return (pendingBySql.get(sql)?.events.length ?? 0) > 0
}

function rowsOf({ origin, events }: Pending): EventRow[] {
  const { accountId, region, by, requestId, newId } = origin
  const at = origin.now().toISOString()
  return mergeTagChanges(events).map(({ type, data }) => ({
    accountId,
    id: newId(),
    type,
    at,
    region,
    by,
    requestId,
    profileId: 'profileId' in data ? data.profileId : null,
    data,
  }))
}

type TagChange = Extract<NewEvent, { type: 'tag.profilesReplaced' }>

/** An import adds the same tag to many profiles: that is one change of the tag. It is put where the first one was. */
function mergeTagChanges(events: readonly NewEvent[]): NewEvent[] {
  const byTag = new Map<string, TagChange>()
  return events.flatMap((event): NewEvent[] => {
    if (event.type !== 'tag.profilesReplaced') return [event]
    const first = byTag.get(event.data.tagId)
    if (!first) {
      const merged = { ...event, data: { ...event.data } }
      byTag.set(event.data.tagId, merged)
      return [merged]
    }
    const { data } = first
    data.added += event.data.added
    data.removed += event.data.removed
    data.addedProfileIds = [...data.addedProfileIds, ...event.data.addedProfileIds].slice(0, maxListed)
    data.removedProfileIds = [...data.removedProfileIds, ...event.data.removedProfileIds].slice(0, maxListed)
    return []
  })
}

/** Ids of profiles in an event: events have at most 8 KiB. */
const maxListed = 100

/** Records that profiles got a tag or lost it; nothing if there are none. */
export function recordTagChange(
  sql: Sql,
  tagId: string,
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): void {
  if (added.length + removed.length === 0) return
  recordEvent(sql, {
    type: 'tag.profilesReplaced',
    data: {
      tagId,
      added: added.length,
      removed: removed.length,
      addedProfileIds: added.slice(0, maxListed),
      removedProfileIds: removed.slice(0, maxListed),
    },
  })
}
