import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { languageTag } from '../language/language.ts'
import { Icon } from '../ui/icon.tsx'
import { actionName } from '../words/audit-names.ts'
import { humanizeName } from '../words/name-in-words.ts'
import { actionGroups, targets } from './actions.ts'
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
  const select = (name: 'action' | 'targetType', options: ReactNode) => (
    <label className="field-label">
      {words.filters[name]}
      <select
        className="field"
        value={search[name] ?? ''}
        onChange={(event) => set(name, event.target.value)}
      >
        <option value="">{words.filters.any}</option>
        {options}
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
        {select('action', <ActionOptions chosen={search.action} />)}
        {select(
          'targetType',
          <Options choices={withChosen(targets, search.targetType)} nameOf={targetTypeName} />,
        )}
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

/** The actions in groups, each by name, and at the end one that only the address names. */
function ActionOptions({ chosen }: { chosen: string | undefined }) {
  const known: readonly string[] = Object.values(actionGroups).flat()
  const groups = Object.entries(actionGroups) as [keyof typeof actionGroups, readonly string[]][]
  return (
    <>
      {groups.map(([group, actions]) => (
        <optgroup key={group} label={words.filters.groups[group]}>
          <Options choices={sortedByName(actions)} nameOf={actionName} />
        </optgroup>
      ))}
      {chosen && !known.includes(chosen) && (
        <optgroup label={words.filters.groups.other}>
          <Options choices={[chosen]} nameOf={actionName} />
        </optgroup>
      )}
    </>
  )
}

function Options({ choices, nameOf }: { choices: readonly string[]; nameOf: (choice: string) => string }) {
  return choices.map((one) => (
    <option key={one} value={one}>
      {nameOf(one)}
    </option>
  ))
}

function sortedByName(actions: readonly string[]): readonly string[] {
  return actions
    .map((action) => ({ action, name: actionName(action) }))
    .sort((one, other) => one.name.localeCompare(other.name, languageTag))
    .map(({ action }) => action)
}

function withChosen(choices: readonly string[], chosen: string | undefined): readonly string[] {
  return [...new Set([...choices, ...(chosen ? [chosen] : [])])]
}

function targetTypeName(type: string): string {
  return (words.filters.targetTypes as Readonly<Record<string, string>>)[type] ?? humanizeName(type)
}
