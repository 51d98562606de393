import type { AuditEntry } from '../api/types.ts'
import { nameInWords } from '../ui/name-in-words.ts'
import { When } from '../ui/when.tsx'
import { actorInWords, fieldsOf } from './entry-words.ts'

/** The latest changes of this person, a line each. */
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
            {nameInWords(entry.action)}
            {fieldsOf(entry) && <span className="muted">: {fieldsOf(entry)}</span>}
          </span>
          <span className="muted">{actorInWords(entry.actor)}</span>
        </li>
      ))}
    </ul>
  )
}
