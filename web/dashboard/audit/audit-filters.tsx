import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../client/types.ts'
import { Icon } from '../ui/icon.tsx'
import { humanizeName } from '../words/name-in-words.ts'
import { actions, targets } from './actions.ts'
import { filterLabel, idFilters } from './labels.ts'
import type { AuditSearch } from './search.ts'

/** The filters. Their state is in the address. */
export function AuditFilters({
  search,
  onChange,
  total,
  entries,
}: {
  search: AuditSearch
  /** Entries on the page, from which the filter chips get names. */
  entries: readonly AuditEntry[]
  onChange: (search: AuditSearch) => void
  total: number | undefined
}) {
  const set = (name: keyof AuditSearch, value: string) => {
    const { [name]: _, page: __, ...rest } = search
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  const select = (name: 'action' | 'targetType', label: string, choices: readonly string[]) => (
    <label className="field-label">
      {label}
      <select
        className="field"
        value={search[name] ?? ''}
        onChange={(event) => set(name, event.target.value)}
      >
        <option value="">Any</option>
        {[...new Set([...choices, ...(search[name] ? [search[name]] : [])])].map((one) => (
          <option key={one} value={one}>
            {humanizeName(one)}
          </option>
        ))}
      </select>
    </label>
  )
  const day = (name: 'after' | 'before', label: string) => (
    <label className="field-label">
      {label}
      <input
        className="field"
        type="date"
        value={search[name] ?? ''}
        onChange={(event) => set(name, event.target.value)}
      />
    </label>
  )
  const chips = idFilters.filter((name) => search[name])
  return (
    <search className="audit-filters">
      <div className="audit-fields">
        {select('action', 'What was done', actions)}
        {select('targetType', 'To what', targets)}
        {day('after', 'From')}
        {day('before', 'To')}
      </div>
      <p className="audit-found">
        {chips.map((name) => (
          <button key={name} type="button" className="button button-small" onClick={() => set(name, '')}>
            <bdi className="audit-chip">{filterLabel(name, search, entries)}</bdi>{' '}
            <Icon name="close" size={16} />
            <span className="out-of-sight">Remove this filter</span>
          </button>
        ))}
        {Object.keys(search).some((name) => name !== 'page') && <Link to="/audit">Clear all</Link>}
        <span className="audit-total" role="status">
          {total === undefined ? '' : `${total.toLocaleString('en-GB')} ${total === 1 ? 'entry' : 'entries'}`}
        </span>
      </p>
    </search>
  )
}
