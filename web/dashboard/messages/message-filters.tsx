import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { hasScope } from '../client/access.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { failureReasons, failureWords, messageStates, stateWords } from '../words/message-words.ts'
import type { MessagesSearch } from './search.ts'
import { words } from './words.ts'

const { filters: labels } = words

/** Filters by state, channel and reason. Their state is in the address. */
export function MessageFilters({
  search,
  onChange,
}: {
  search: MessagesSearch
  onChange: (search: MessagesSearch) => void
}) {
  const { before: _, ...filters } = search
  const set = (name: keyof typeof filters, value: string) => {
    const { [name]: __, ...rest } = filters
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <search className="message-filters">
      {hasScope('profiles:read') && (
        <PersonField value={search.person ?? ''} onChange={(value) => set('person', value)} />
      )}
      <Choice
        label={labels.state}
        value={search.status}
        options={messageStates.map((state) => [state, stateWords[state]])}
        onChoose={(value) => set('status', value)}
      />
      <Choice
        label={labels.channel}
        value={search.channel}
        options={[
          ['email', labels.channels.email],
          ['sms', labels.channels.sms],
        ]}
        onChoose={(value) => set('channel', value)}
      />
      <Choice
        label={labels.reason}
        value={search.failure}
        options={failureReasons.map((reason) => [reason, failureWords[reason]])}
        onChoose={(value) => set('failure', value)}
      />
      {Object.keys(filters).length > 0 && <Link to="/messages">{labels.clearAll}</Link>}
    </search>
  )
}

/** Takes over what was typed a moment after the last letter. */
function PersonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  const late = useDebounced(text.trim())
  const given = useRef(value)
  useEffect(() => {
    // Back, or “Clear all”.
    if (value !== given.current) setText(value)
    given.current = value
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed changes the address
  useEffect(() => {
    if (late === given.current || late !== text.trim()) return
    given.current = late
    onChange(late)
  }, [late])
  return (
    <label className="field-label">
      {labels.person}
      <input
        type="search"
        className="field"
        placeholder={labels.personHint}
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  )
}

function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: string | undefined
  options: readonly (readonly [string, string])[]
  onChoose: (value: string) => void
}) {
  return (
    <label className="field-label">
      {label}
      <select className="field" value={value ?? ''} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{labels.any}</option>
        {options.map(([key, option]) => (
          <option key={key} value={key}>
            {option}
          </option>
        ))}
      </select>
    </label>
  )
}
