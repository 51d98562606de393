import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { Icon } from '../ui/icon.tsx'
import { actionName } from '../words/audit-names.ts'
import { humanizeName } from '../words/name-in-words.ts'
import { actions, targets } from './actions.ts'
import { filterLabel, idFilters } from './labels.ts'
import type { AuditSearch } from './search.ts'
import { words } from './words.ts'

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
  const select = (
    name: 'action' | 'targetType',
    choices: readonly string[],
    nameOf: (choice: string) => string,
  ) => (
    <label className="field-label">
      {words.filters[name]}
      <select
        className="field"
        value={search[name] ?? ''}
        onChange={(event) => set(name, event.target.value)}
      >
        <option value="">{words.filters.any}</option>
        {[...new Set([...choices, ...(search[name] ? [search[name]] : [])])].map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  )
  const day = (name: 'after' | 'before') => (
    <label className="field-label">
      {words.filters[name]}
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
        {select('action', actions, actionName)}
        {select('targetType', targets, targetTypeName)}
        {day('after')}
        {day('before')}
      </div>
      <p className="audit-found">
        {chips.map((name) => (
          <button key={name} type="button" className="button button-small" onClick={() => set(name, '')}>
            <bdi className="audit-chip">{filterLabel(name, search, entries)}</bdi>{' '}
            <Icon name="close" size={16} />
            <span className="out-of-sight">{words.filters.remove}</span>
          </button>
        ))}
        {Object.keys(search).some((name) => name !== 'page') && (
          <Link to="/audit">{words.filters.clearAll}</Link>
        )}
        <span className="audit-total" role="status">
          {total === undefined ? '' : count(words.filters.total, total)}
        </span>
      </p>
    </search>
  )
}

function targetTypeName(type: string): string {
  return (words.filters.targetTypes as Readonly<Record<string, string>>)[type] ?? humanizeName(type)
}
