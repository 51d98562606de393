import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { eventTypesQuery } from '../client/event-types.ts'
import { Icon } from '../ui/icon.tsx'
import { useName } from '../ui/person-names.ts'
import type { EventsSearch } from './search.ts'

/** Filters by type and person. Their state is in the address. */
export function EventFilters({
  search: { type, profileId },
  onChange,
}: {
  search: EventsSearch
  onChange: (search: EventsSearch) => void
}) {
  const { data: types = [] } = useQuery(eventTypesQuery)
  const name = useName(profileId)
  const groups = [...new Set(types.map((one) => `${one.type.slice(0, one.type.indexOf('.'))}.*`))]
  const names = [...new Set([...groups, ...types.map((one) => one.type), ...(type ? [type] : [])])].sort()
  const person = profileId ? { profileId } : {}
  return (
    <search className="feed-filters">
      <label className="field-label">
        Type
        <select
          className="field"
          value={type ?? ''}
          onChange={(event) =>
            onChange(event.target.value ? { ...person, type: event.target.value } : person)
          }
        >
          <option value="">All types</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {profileId && (
        <button type="button" className="button button-small" onClick={() => onChange(type ? { type } : {})}>
          About <bdi>{name ?? 'one person'}</bdi> <Icon name="close" size={16} />
          <span className="out-of-sight">Remove this filter</span>
        </button>
      )}
      {(type || profileId) && <Link to="/events">Clear all</Link>}
    </search>
  )
}
