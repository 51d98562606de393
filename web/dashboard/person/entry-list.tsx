import type { AuditEntry } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { When } from '../ui/when.tsx'
import { actorLine, changedFields, deedText } from './entry-words.ts'
import { words } from './words.ts'

/** The latest audit entries of this person, one line each. */
export function EntryList({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return <p>{words.entries.none}</p>
  return (
    <ul className="person-entries">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className="muted figures">
            <When at={entry.at} style="moment" />
          </span>
          <span>
            <What entry={entry} />
          </span>
          <span className="muted">{actorLine(entry.actor)}</span>
        </li>
      ))}
    </ul>
  )
}

function What({ entry }: { entry: AuditEntry }) {
  const [action, fields] = [deedText(entry.action), changedFields(entry)]
  if (!fields) return action
  return (
    <Sentence
      text={words.entries.withFields}
      slots={{ action, fields }}
      marks={{ muted: (text) => <span className="muted">{text}</span> }}
    />
  )
}
