import { type Event, subjectKeys } from '../../contract/event.ts'
import type { Sql } from '../../contract/ports.ts'
import { readCustomIds } from './store.ts'

/** Adds the keys that the profile or tag of each event has now. They are never stored: keys may name people. */
export async function withCustomIds(sql: Sql, accountId: string, events: readonly Event[]): Promise<Event[]> {
  const subjects = new Set(events.map(subjectOf).filter((id) => id !== undefined))
  const keys = await readCustomIds(sql, accountId, [...subjects])
  return events.map((event) => {
    const subject = subjectOf(event)
    return subject === undefined ? event : { ...event, customIds: keys.get(subject) ?? [] }
  })
}

/** The profile or the tag that an event is about. */
function subjectOf({ data }: Event): string | undefined {
  return subjectKeys.map((key) => data[key]).find((value) => typeof value === 'string')
}
