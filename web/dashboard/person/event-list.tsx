import type { Event } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { When } from '../ui/when.tsx'
import { words } from './words.ts'

/** The latest events about this person, one line each. */
export function EventList({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return <p>{words.events.none}</p>
  return (
    <ul className="person-entries">
      {events.map(({ id, timestamp, type, seq }) => (
        <li key={id}>
          <span className="muted figures">
            <When at={timestamp} style="moment" />
          </span>
          <code>{type}</code>
          <span className="muted figures">{fill(words.events.number, { n: seq })}</span>
        </li>
      ))}
    </ul>
  )
}
