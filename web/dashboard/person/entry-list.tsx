import type { AuditEntry } from '../client/types.ts'
import { When } from '../ui/when.tsx'
import { humanizeName } from '../words/name-in-words.ts'
import { actorLine, changedFields } from './entry-words.ts'

/** The latest audit entries of this person, one line each. */
export function EntryList({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return <p>Nothing is written of this person.</p>
  return (
    <ul className="person-entries">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className="muted figures">
            <When at={entry.at} style="moment" />
          </span>
          <span>
            {humanizeName(entry.action)}
            {changedFields(entry) && <span className="muted">: {changedFields(entry)}</span>}
          </span>
          <span className="muted">{actorLine(entry.actor)}</span>
        </li>
      ))}
    </ul>
  )
}
