import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { BlockCell, BlockRow, BlockTable } from '../ui/block-table.tsx'
import { When } from '../ui/when.tsx'
import { changedFieldName } from '../words/audit-names.ts'
import { ChangedValue } from './changed-value.tsx'
import { EntryIds } from './entry-ids.tsx'
import { actionText, actorText, clientText, targetText } from './entry-text.ts'
import type { AuditSearch } from './search.ts'
import { words } from './words.ts'

type Row = { entry: AuditEntry; search: AuditSearch }

/** The entries, newest first; on phones, a block of lines each. Names link to what they name. */
export function AuditTable({ entries, search }: { entries: readonly AuditEntry[]; search: AuditSearch }) {
  const { heads } = words
  return (
    <BlockTable
      heads={[heads.when, heads.who, heads.what, heads.toWhat, heads.changes]}
      className="audit-table"
    >
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
  const { text, note } = actorText(entry)
  const through = clientText(entry.actor)
  return (
    <>
      <Link to="/audit" search={{ ...search, actorId: entry.actor.id } as never}>
        <Sentence text={words.allOfActor} slots={{ actor: <bdi>{text}</bdi> }} />
      </Link>
      {(note || through) && (
        <span className="note audit-note">{formatList([note ?? [], through ?? []].flat())}</span>
      )}
    </>
  )
}

/** The target. A person or tag that still exists is a link. */
function Target({ entry }: { entry: AuditEntry }) {
  const { type, id, name } = entry.target
  const { text, note } = targetText(entry)
  // Without permission to read names we can't tell whether the target still exists. The linked page will show it.
  const isThere = name !== null
  return (
    <>
      {type === 'profile' && isThere ? (
        <Link to="/people/$profileId" params={{ profileId: id }}>
          <bdi>{text}</bdi>
        </Link>
      ) : type === 'tag' && isThere ? (
        <Link to="/people" search={{ tagIds: [id] }}>
          <bdi>{text}</bdi>
        </Link>
      ) : (
        <bdi>{text}</bdi>
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
          <dt>{changedFieldName(name)}</dt>
          <dd>
            <ChangedValue field={name} value={value} />
          </dd>
        </div>
      ))}
      {fields.length > 6 && <div>{fill(words.moreFields, { n: fields.length - 6 })}</div>}
    </dl>
  )
}
