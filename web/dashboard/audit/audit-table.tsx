import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../client/types.ts'
import { BlockCell, BlockRow, BlockTable } from '../ui/block-table.tsx'
import { When } from '../ui/when.tsx'
import { humanizeName } from '../words/name-in-words.ts'
import { EntryIds } from './entry-ids.tsx'
import { actionText, actorText, clientText, targetText } from './entry-text.ts'
import type { AuditSearch } from './search.ts'

type Row = { entry: AuditEntry; search: AuditSearch }

/** The entries, newest first; on phones, a block of lines each. Names link to what they name. */
export function AuditTable({ entries, search }: { entries: readonly AuditEntry[]; search: AuditSearch }) {
  return (
    <BlockTable heads={['When', 'Who', 'What', 'To what', 'Before and after']} className="audit-table">
      {entries.map((entry) => (
        <BlockRow key={entry.id}>
          <BlockCell className="figures audit-time">
            <When at={entry.at} style="moment" />
          </BlockCell>
          <BlockCell>
            <Actor entry={entry} search={search} />
          </BlockCell>
          <BlockCell>{actionText(entry)}</BlockCell>
          <BlockCell>
            <Target entry={entry} />
          </BlockCell>
          <BlockCell>
            <Changes changes={entry.changes} />
            <EntryIds entry={entry} search={search} />
          </BlockCell>
        </BlockRow>
      ))}
    </BlockTable>
  )
}

/** The actor. The link filters by this actor. */
function Actor({ entry, search: { page: _, ...search } }: Row) {
  const { words, note } = actorText(entry)
  const through = clientText(entry.actor)
  return (
    <>
      <Link to="/audit" search={{ ...search, actorId: entry.actor.id } as never}>
        <bdi>{words}</bdi>
        <span className="out-of-sight">, all that they did</span>
      </Link>
      {(note || through) && (
        <span className="note audit-note">{[note, through].filter(Boolean).join(', ')}</span>
      )}
    </>
  )
}

/** The target. A person or tag that still exists is a link. */
function Target({ entry }: { entry: AuditEntry }) {
  const { type, id, name } = entry.target
  const { words, note } = targetText(entry)
  // Without permission to read names we can't tell whether the target still exists. The linked page will show it.
  const isThere = name !== null
  return (
    <>
      {type === 'profile' && isThere ? (
        <Link to="/people/$profileId" params={{ profileId: id }}>
          <bdi>{words}</bdi>
        </Link>
      ) : type === 'tag' && isThere ? (
        <Link to="/people" search={{ tagIds: [id] }}>
          <bdi>{words}</bdi>
        </Link>
      ) : (
        <bdi>{words}</bdi>
      )}
      {note && <span className="note audit-note">{note}</span>}
    </>
  )
}

/** The changed fields. The log contains no secrets and no names. */
function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const fields = Object.entries(changes)
  if (fields.length === 0) return <span className="note">–</span>
  return (
    <dl className="audit-changes">
      {fields.slice(0, 6).map(([name, value]) => (
        <div key={name}>
          <dt>{humanizeName(name)}</dt>
          <dd>{isTime(name, value) ? <When at={value} style="moment" /> : valueText(value)}</dd>
        </div>
      ))}
      {fields.length > 6 && <div>and {fields.length - 6} more</div>}
    </dl>
  )
}

/** The period in which something was counted. */
function isTime(name: string, value: unknown): value is string {
  return (name === 'since' || name === 'until') && typeof value === 'string'
}

function valueText(value: unknown): string {
  const text = Array.isArray(value)
    ? value.map(valueText).join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
