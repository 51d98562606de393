import { useQuery } from '@tanstack/react-query'
import { eventTypesQuery } from '../client/event-types.ts'
import { count, fill } from '../language/fill.ts'
import { Icon } from '../ui/icon.tsx'
import { deliveryWords } from '../words/webhook-words.ts'
import { deliveryStates, type WebhookSearch } from './search.ts'
import { words } from './words.ts'

/** The filters of deliveries. Their state is in the address. */
export function DeliveryFilterFields({
  search,
  onChange,
  total,
}: {
  search: WebhookSearch
  onChange: (search: WebhookSearch) => void
  total: number | undefined
}) {
  const { data: types = [] } = useQuery(eventTypesQuery)
  const set = (name: keyof WebhookSearch, value: string) => {
    const { [name]: _, page: __, ...rest } = search
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  const names = [...new Set([...types.map(({ type }) => type), ...(search.type ? [search.type] : [])])]
  return (
    <search className="hook-filters">
      <label className="field-label">
        {words.filters.state}
        <select
          className="field"
          value={search.status ?? ''}
          onChange={(event) => set('status', event.target.value)}
        >
          <option value="">{words.filters.anyState}</option>
          {deliveryStates.map((state) => (
            <option key={state} value={state}>
              {deliveryWords[state]}
            </option>
          ))}
        </select>
      </label>
      <label className="field-label">
        {words.filters.event}
        <select
          className="field"
          value={search.type ?? ''}
          onChange={(event) => set('type', event.target.value)}
        >
          <option value="">{words.filters.anyEvent}</option>
          {names.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </label>
      <label className="field-label">
        {words.filters.from}
        <input
          className="field"
          type="date"
          value={search.since ?? ''}
          onChange={(event) => set('since', event.target.value)}
        />
      </label>
      <p className="hook-found">
        {search.profileId && (
          <button type="button" className="button button-small" onClick={() => set('profileId', '')}>
            {fill(words.filters.person, { id: search.profileId.slice(-8) })} <Icon name="close" size={16} />
            <span className="out-of-sight">{words.filters.remove}</span>
          </button>
        )}
        <span role="status" className="muted">
          {total !== undefined && count(words.filters.total, total)}
        </span>
      </p>
    </search>
  )
}
