import type { Event } from '../client/types.ts'
import { When } from '../ui/when.tsx'

/** The latest events about this person, one line each. */
export function EventList({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return <p>No event about this person in the last 30 days.</p>
  return (
    <ul className="person-entries">
      {events.map(({ id, timestamp, type, seq }) => (
        <li key={id}>
          <span className="muted figures">
            <When at={timestamp} style="moment" />
          </span>
          <code>{type}</code>
          <span className="muted figures">number {seq.toLocaleString('en-GB')}</span>
        </li>
      ))}
    </ul>
  )
}
