import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AuditEntry } from '../client/types.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import type { AuditSearch } from './search.ts'

type Id = { label: string; id: string; search?: AuditSearch }

/** The full ids of an entry, each with a copy button and a link to all entries with the same id. */
export function EntryIds({ entry, search }: { entry: AuditEntry; search: AuditSearch }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="audit-ids" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Ids<span className="out-of-sight"> of entry {entry.seq}</span>
      </summary>
      {isOpen && (
        <dl>
          {idsOf(entry, search).map((one) => (
            <div key={one.label}>
              <dt>{one.label}</dt>
              <dd>
                <code>{one.id}</code>
                <CopyButton text={one.id} label={`Copy id, ${one.label.toLowerCase()}`} />
                {one.search && (
                  <Link to="/audit" search={one.search as never}>
                    All entries
                  </Link>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}

function idsOf({ actor, target, requestId }: AuditEntry, { page: _, ...search }: AuditSearch): Id[] {
  const { id, clientId } = actor
  return [
    { label: 'Who', id, search: { ...search, actorId: id } },
    ...(clientId !== null && clientId !== id
      ? [{ label: 'Through', id: clientId, search: { ...search, clientId } }]
      : []),
    { label: 'To what', id: target.id, search: { ...search, targetId: target.id } },
    { label: 'Request', id: requestId },
  ]
}
