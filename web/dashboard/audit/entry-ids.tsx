import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AuditEntry } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import type { AuditSearch } from './search.ts'
import { words } from './words.ts'

type Id = { words: { label: string; copy: string }; id: string; search?: AuditSearch }

/** The full ids of an entry, each with a copy button and a link to all entries with the same id. */
export function EntryIds({ entry, search }: { entry: AuditEntry; search: AuditSearch }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="audit-ids" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Sentence text={words.ids.summary} slots={{ seq: String(entry.seq) }} />
      </summary>
      {isOpen && (
        <dl>
          {idsOf(entry, search).map((one) => (
            <div key={one.words.label}>
              <dt>{one.words.label}</dt>
              <dd>
                <code>{one.id}</code>
                <CopyButton text={one.id} label={one.words.copy} />
                {one.search && (
                  <Link to="/audit" search={one.search as never}>
                    {words.ids.all}
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
  const { who, through, toWhat, request } = words.ids
  return [
    { words: who, id, search: { ...search, actorId: id } },
    ...(clientId !== null && clientId !== id
      ? [{ words: through, id: clientId, search: { ...search, clientId } }]
      : []),
    { words: toWhat, id: target.id, search: { ...search, targetId: target.id } },
    { words: request, id: requestId },
  ]
}
