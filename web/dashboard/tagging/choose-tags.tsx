import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { tagsQuery } from '../client/queries.ts'
import type { Profile } from '../client/types.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { shortPersonName } from '../words/person-name.ts'
import { pluralizePeople } from '../words/pluralize.ts'
import { changeTags } from './change-tags.ts'
import { changesFor, countTags, type TagChange } from './tag-change.ts'
import { peopleTagTexts, personTagTexts } from './tag-change-texts.ts'
import { PeopleTagDifference, PersonTagDifference, TagDifference } from './tag-difference.tsx'

export type ChooseTagsProps = {
  people: readonly Profile[]
  onClose: () => void
  /** Called with each change when it is applied, and with each undo. */
  onShown?: (changes: readonly TagChange[]) => void
}

/** Chooses the tags of one or more people. What will be added and removed is shown before saving. */
export function ChooseTags({ people, onClose, onShown }: ChooseTagsProps) {
  const tags = useQuery(tagsQuery)
  const [wishes, setWishes] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [only, ...others] = people
  const one = others.length === 0 ? only : undefined
  const counts = countTags(people)
  const changes = changesFor(wishes, tags.data ?? [], people)
  const save = () => {
    onClose()
    void changeTags(changes, { words: one ? personTagTexts : peopleTagTexts, show: onShown })
  }
  return (
    <Dialog
      title={`Tags of ${one ? shortPersonName(one) : pluralizePeople(people.length)}`}
      onClose={onClose}
    >
      {tags.error && <FailureNote error={tags.error} retry={() => void tags.refetch()} />}
      {tags.data?.length === 0 && (
        <p>
          There are no tags yet. <Link to="/tags">Make the first one</Link>, then come back.
        </p>
      )}
      {tags.isPending && <Skeleton width="100%" height={132} />}
      <ul className="tag-choices" data-of={one ? 'one' : 'many'}>
        {tags.data?.map(({ id, label, color }) => {
          const count = counts.get(id) ?? 0
          return (
            <li key={id}>
              <TagBox
                state={wishes.get(id) ?? (count === people.length ? true : count === 0 ? false : 'some')}
                onToggle={(has) => setWishes(new Map(wishes).set(id, has))}
              >
                <TagChip label={label} color={color} />
                {!one && (
                  <span className="note figures">
                    {count} of {people.length}
                  </span>
                )}
              </TagBox>
            </li>
          )
        })}
      </ul>
      <TagDifference>
        {one ? (
          <PersonTagDifference changes={changes} />
        ) : (
          changes.length > 0 && <PeopleTagDifference changes={changes} />
        )}
      </TagDifference>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button button-main" disabled={changes.length === 0} onClick={save}>
          Save tags
        </button>
      </div>
    </Dialog>
  )
}

function TagBox({
  state,
  onToggle,
  children,
}: {
  state: boolean | 'some'
  onToggle: (has: boolean) => void
  children: ReactNode
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <label>
      <input ref={box} type="checkbox" checked={state === true} onChange={() => onToggle(state !== true)} />
      {children}
    </label>
  )
}
