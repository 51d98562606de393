import { Link } from '@tanstack/react-router'
import { failureReasons, failureWords, messageStates, stateWords } from '../words/message-words.ts'
import type { MessagesSearch } from './search.ts'

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
      <Choice
        label="State"
        value={search.status}
        options={messageStates.map((state) => [state, stateWords[state]])}
        onChoose={(value) => set('status', value)}
      />
      <Choice
        label="Channel"
        value={search.channel}
        options={[
          ['email', 'Email'],
          ['sms', 'Text message'],
        ]}
        onChoose={(value) => set('channel', value)}
      />
      <Choice
        label="Reason"
        value={search.failure}
        options={failureReasons.map((reason) => [reason, failureWords[reason]])}
        onChoose={(value) => set('failure', value)}
      />
      {Object.keys(filters).length > 0 && <Link to="/messages">Clear all</Link>}
    </search>
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
        <option value="">Any</option>
        {options.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
