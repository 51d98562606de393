import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventTypesQuery } from '../client/event-types.ts'
import { count, fill } from '../language/fill.ts'
import { formatList, joinSentences } from '../language/formats.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { words } from './words.ts'

/** Chooses types of events: all of them, later ones included, or some, with a search. */
export function TypePicker({
  types,
  onChange,
}: {
  /** Null for all. */
  types: readonly string[] | null
  onChange: (types: readonly string[] | null) => void
}) {
  const [text, setText] = useState('')
  const { data = [], error, refetch } = useQuery(eventTypesQuery)
  const groups = [...new Set(data.map(({ type }) => `${type.slice(0, type.indexOf('.'))}.*`))]
  const letters = text.trim().toLowerCase()
  const choices = [
    ...groups.map((group) => ({
      type: group,
      description: fill(words.types.ofGroup, { group: group.slice(0, -2) }),
    })),
    ...data,
  ]
    .filter(({ type, description }) => `${type} ${description}`.toLowerCase().includes(letters))
    .sort((one, other) => (one.type < other.type ? -1 : 1))
  const toggle = (type: string) => {
    const chosen = types ?? []
    onChange(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type])
  }
  return (
    <fieldset className="hook-types">
      <legend className="field-label">{words.types.title}</legend>
      <label className="setting-check">
        <input type="radio" name="types" checked={types === null} onChange={() => onChange(null)} />
        {words.allTypes}
      </label>
      <label className="setting-check">
        <input
          type="radio"
          name="types"
          checked={types !== null}
          onChange={() => onChange(types ?? ['profile.completed', 'profile.deleted'])}
        />
        {words.types.some}
      </label>
      {types !== null && (
        <>
          <input
            className="field"
            type="search"
            aria-label={words.types.search}
            placeholder={words.types.search}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {error && <FailureNote error={error} retry={() => void refetch()} />}
          <ul className="hook-type-list" aria-label={words.types.list}>
            {choices.map(({ type, description }) => (
              <li key={type}>
                <label className="hook-type">
                  <input type="checkbox" checked={types.includes(type)} onChange={() => toggle(type)} />
                  <span>
                    <code>{type}</code>
                    <span className="note">{description}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <p className="note" role="status">
            {joinSentences([
              types.length === 0
                ? words.types.selectOne
                : count(words.types.selected, types.length, { types: formatList(types) }),
              ...(choices.length === 0 ? [words.types.noMatch] : []),
            ])}
          </p>
        </>
      )}
    </fieldset>
  )
}
