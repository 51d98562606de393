import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { eventTypesQuery } from '../client/event-types.ts'
import { Sentence } from '../language/sentence.tsx'
import { Icon } from '../ui/icon.tsx'
import { useName } from '../ui/person-names.ts'
import type { EventsSearch } from './search.ts'
import { words } from './words.ts'

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
        {words.type}
        <select
          className="field"
          value={type ?? ''}
          onChange={(event) =>
            onChange(event.target.value ? { ...person, type: event.target.value } : person)
          }
        >
          <option value="">{words.allTypes}</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {profileId && (
        <button type="button" className="button button-small" onClick={() => onChange(type ? { type } : {})}>
          <Sentence text={words.about} slots={{ person: <bdi>{name ?? words.onePerson}</bdi> }} />{' '}
          <Icon name="close" size={16} />
          <span className="out-of-sight">{words.removeFilter}</span>
        </button>
      )}
      {(type || profileId) && <Link to="/events">{words.clearAll}</Link>}
    </search>
  )
}
