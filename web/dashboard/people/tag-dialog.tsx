import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Profile } from '../api/types.ts'
import { tagsQuery } from '../app/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { peopleWords } from './people-words.ts'
import { changesFor, countTags, plannedWords, type TagChange } from './tag-change.ts'

/** Which tags the chosen people have. What is added and what is removed stands there before it is saved (66). */
export function TagDialog({
  people,
  onSave,
  onClose,
}: {
  people: readonly Profile[]
  onSave: (changes: readonly TagChange[]) => void
  onClose: () => void
}) {
  const tags = useQuery(tagsQuery)
  const [wishes, setWishes] = useState<ReadonlyMap<string, boolean>>(new Map())
  const counts = countTags(people)
  const changes = changesFor(wishes, tags.data ?? [], people)
  const wish = (id: string, has: boolean) => setWishes(new Map(wishes).set(id, has))
  return (
    <Dialog title={`Tags of ${peopleWords(people.length)}`} onClose={onClose}>
      {tags.isError && <FailureNote error={tags.error} retry={() => void tags.refetch()} />}
      {tags.data?.length === 0 && (
        <p>
          There are no tags yet. <Link to="/tags">Make the first one</Link>
        </p>
      )}
      <ul className="tag-choices">
        {tags.isPending && <Skeleton width="100%" height={132} />}
        {tags.data?.map((tag) => {
          const count = counts.get(tag.id) ?? 0
          return (
            <li key={tag.id}>
              <TagBox
                state={wishes.get(tag.id) ?? (count === people.length ? true : count === 0 ? false : 'some')}
                onTurn={(has) => wish(tag.id, has)}
              >
                <TagChip label={tag.label} color={tag.color} />
                <span className="note figures">
                  {count} of {people.length}
                </span>
              </TagBox>
            </li>
          )
        })}
      </ul>
      <div className="tag-difference" role="status">
        {changes.length === 0 ? (
          <p className="note">Nothing changes yet.</p>
        ) : (
          <ul>
            {changes.map((change) => (
              <li key={change.tag.id}>{plannedWords(change)}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-main"
          disabled={changes.length === 0}
          onClick={() => onSave(changes)}
        >
          Save tags
        </button>
      </div>
    </Dialog>
  )
}

function TagBox({
  state,
  onTurn,
  children,
}: {
  state: boolean | 'some'
  onTurn: (has: boolean) => void
  children: React.ReactNode
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <label className="filter-choice">
      <input ref={box} type="checkbox" checked={state === true} onChange={() => onTurn(state !== true)} />
      {children}
    </label>
  )
}
