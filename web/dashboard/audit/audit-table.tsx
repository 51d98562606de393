import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../api/types.ts'
import { nameInWords } from '../ui/name-in-words.ts'
import { When } from '../ui/when.tsx'
import type { AuditSearch } from './search.ts'

const kinds: Record<AuditEntry['actor']['kind'], string> = {
  client: 'API key',
  member: 'Member',
  person: 'The person',
  operator: 'Operator',
  system: 'The service',
}

/** The entries, newest first; on a phone each is a few lines. Ids lead to all that was done by or to the same. */
export function AuditTable({ entries, search }: { entries: readonly AuditEntry[]; search: AuditSearch }) {
  return (
    <table className="plain-table audit-table">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">To what</th>
          <th scope="col">Before and after</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="figures whitespace-nowrap">
              <When at={entry.at} style="moment" />
            </td>
            <td>
              {kinds[entry.actor.kind]}
              <Same id={entry.actor.id} search={{ ...search, actorId: entry.actor.id }} />
              {entry.actor.clientId && entry.actor.clientId !== entry.actor.id && (
                <span className="note block">through {entry.actor.clientId}</span>
              )}
            </td>
            <td>{nameInWords(entry.action)}</td>
            <td>
              {entry.target.type === 'profile' ? (
                <Link to="/people/$profileId" params={{ profileId: entry.target.id }}>
                  Profile
                </Link>
              ) : (
                nameInWords(entry.target.type)
              )}
              <Same id={entry.target.id} search={{ ...search, targetId: entry.target.id }} />
            </td>
            <td>
              <Changes changes={entry.changes} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Same({ id, search: { page: _, ...search } }: { id: string; search: AuditSearch }) {
  return (
    <Link to="/audit" search={search as never} className="audit-id" title={`All entries of ${id}`}>
      {id.length > 12 ? `…${id.slice(-8)}` : id}
    </Link>
  )
}

/** What changed, field by field; secrets and names never stand in the log. */
function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const fields = Object.entries(changes)
  if (fields.length === 0) return <span className="note">–</span>
  return (
    <dl className="audit-changes">
      {fields.slice(0, 6).map(([name, value]) => (
        <div key={name}>
          <dt>{nameInWords(name)}</dt>
          <dd>{written(value)}</dd>
        </div>
      ))}
      {fields.length > 6 && <div>and {fields.length - 6} more</div>}
    </dl>
  )
}

function written(value: unknown): string {
  const text = Array.isArray(value)
    ? value.map(written).join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
