import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { personName } from '../words/person-name.ts'

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
  const words = useDebounced(text.trim())
  const isFull = profileIds.length >= 4
  const { data, error } = useQuery({
    queryKey: [...keys.people, 'compare', words],
    enabled: words !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call('GET /profiles', { query: { search: words, limit: 8 }, signal })).profiles,
  })
  const isOpen = text.trim() !== '' && words !== ''
  const candidates = data?.filter(({ id }) => !profileIds.includes(id))
  return (
    <fieldset
      className="compare-add"
      aria-label="Add a person"
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
        aria-label="Add someone by name"
        placeholder={isFull ? 'Four is the most' : 'Add someone by name'}
        readOnly={isFull}
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {isOpen && (
        // Safari doesn't focus a button that is pressed, but what is around it.
        <ul className="compare-found" aria-label="Found" tabIndex={-1}>
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
                  {!isDone && <span className="note">No results yet</span>}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <p className="out-of-sight" role="status">
        {isOpen && candidates && `${candidates.length} found`}
      </p>
      {isOpen && (error || candidates?.length === 0) && (
        <p className="compare-found note">{error ? error.message : 'No one else with this name.'}</p>
      )}
    </fieldset>
  )
}
