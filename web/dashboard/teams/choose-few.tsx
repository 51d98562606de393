import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TeamMember } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { Dialog } from '../ui/dialog.tsx'
import { memberName } from './figures.ts'
import { words } from './words.ts'

/** Chooses two to four team members to compare. */
export function ChooseFew({ people, onClose }: { people: readonly TeamMember[]; onClose: () => void }) {
  const [ids, setIds] = useState<readonly string[]>([])
  const isFull = ids.length >= 4
  const isReady = ids.length >= 2
  return (
    <Dialog title={words.few.title} width={420} onClose={onClose}>
      <ul className="team-few" aria-label={words.few.list}>
        {people.map((person) => (
          <li key={person.id}>
            <label>
              <input
                type="checkbox"
                checked={ids.includes(person.id)}
                disabled={isFull && !ids.includes(person.id)}
                onChange={({ target }) =>
                  setIds(target.checked ? [...ids, person.id] : ids.filter((id) => id !== person.id))
                }
              />
              <bdi>{memberName(person)}</bdi>
            </label>
          </li>
        ))}
      </ul>
      <p className="note team-few-count" role="status">
        {count(words.few.chosen, ids.length)}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {words.cancel}
        </button>
        {isReady ? (
          <Link className="button button-main" to="/compare" search={{ profileIds: ids }}>
            {fill(words.few.compare, { n: ids.length })}
          </Link>
        ) : (
          <button type="button" className="button button-main" disabled>
            {words.few.notEnough}
          </button>
        )}
      </div>
    </Dialog>
  )
}
