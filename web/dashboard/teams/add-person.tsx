import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import { count } from '../language/fill.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { personName } from '../words/person-name.ts'
import { words } from './words.ts'

/** Searches people by name, 200 ms after the last letter, and adds the selected one. */
export function AddPerson({
  field,
  profileIds,
  onAdd,
}: {
  field: RefObject<HTMLInputElement | null>
  profileIds: readonly string[]
  onAdd: (profileId: string) => void
}) {
  const [text, setText] = useState('')
  const sought = useDebounced(text.trim())
  const isFull = profileIds.length >= 4
  const { data, error } = useQuery({
    queryKey: [...keys.people, 'compare', sought],
    enabled: sought !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call('GET /profiles', { query: { search: sought, limit: 8 }, signal })).profiles,
  })
  const isOpen = text.trim() !== '' && sought !== ''
  const candidates = data?.filter(({ id }) => !profileIds.includes(id))
  return (
    <fieldset
      className="compare-add"
      aria-label={words.adding.title}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setText('')
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return
        setText('')
        field.current?.focus()
      }}
    >
      <input
        ref={field}
        type="search"
        className="field"
        aria-label={words.adding.field}
        placeholder={isFull ? words.adding.full : words.adding.field}
        readOnly={isFull}
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {isOpen && (
        // Safari doesn't focus a button that is pressed, but what is around it.
        <ul className="compare-found" aria-label={words.adding.found} tabIndex={-1}>
          {candidates?.map((candidate) => {
            const isDone = candidate.completedAssessments.length > 0
            return (
              <li key={candidate.id}>
                <button
                  type="button"
                  aria-disabled={!isDone}
                  onClick={() => {
                    if (!isDone) return
                    setText('')
                    field.current?.focus()
                    onAdd(candidate.id)
                  }}
                >
                  <bdi>{personName(candidate)}</bdi>
                  {!isDone && <span className="note">{words.adding.noResults}</span>}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <p className="out-of-sight" role="status">
        {isOpen && candidates && count(words.adding.foundCount, candidates.length)}
      </p>
      {isOpen && (error || candidates?.length === 0) && (
        <p className="compare-found note">{error ? error.message : words.adding.none}</p>
      )}
    </fieldset>
  )
}
