import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { tagsQuery } from '../client/queries.ts'
import type { Profile } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { changeTags } from './change-tags.ts'
import { changesFor, countTags, type TagChange } from './tag-change.ts'
import { peopleTagTexts, personTagTexts } from './tag-change-texts.ts'
import { PeopleTagDifference, PersonTagDifference, TagDifference } from './tag-difference.tsx'
import { words } from './words.ts'

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
    void changeTags(changes, { texts: one ? personTagTexts : peopleTagTexts, show: onShown })
  }
  return (
    <Dialog title={titleFor(people)} onClose={onClose}>
      {tags.error && <FailureNote error={tags.error} retry={() => void tags.refetch()} />}
      {tags.data?.length === 0 && (
        <p>
          <Sentence text={words.choose.none} marks={{ link: (inner) => <Link to="/tags">{inner}</Link> }} />
        </p>
      )}
      {tags.isPending && <Skeleton width="100%" height={132} />}
      <ul className="tag-choices" data-of={one ? 'one' : 'many'}>
        {tags.data?.map(({ id, label, color }) => {
          const having = counts.get(id) ?? 0
          return (
            <li key={id}>
              <TagBox
                state={wishes.get(id) ?? (having === people.length ? true : having === 0 ? false : 'some')}
                onToggle={(has) => setWishes(new Map(wishes).set(id, has))}
              >
                <TagChip label={label} color={color} />
                {!one && (
                  <span className="note figures">
                    {fill(words.choose.havingOf, { n: having, total: people.length })}
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
          {words.cancel}
        </button>
        <button type="button" className="button button-main" disabled={changes.length === 0} onClick={save}>
          {words.choose.save}
        </button>
      </div>
    </Dialog>
  )
}

function titleFor(people: readonly Profile[]): string {
  const [only, ...others] = people
  if (!only || others.length > 0) return count(words.choose.ofPeople, people.length)
  return only.firstName ? fill(words.choose.ofPerson, { person: only.firstName }) : words.choose.ofThisPerson
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
