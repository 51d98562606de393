import { useQuery } from '@tanstack/react-query'
import { eventTypesQuery } from '../client/event-types.ts'
import { Icon } from '../ui/icon.tsx'
import { deliveryWords } from '../words/webhook-words.ts'
import { deliveryStates, type WebhookSearch } from './search.ts'

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
        State
        <select
          className="field"
          value={search.status ?? ''}
          onChange={(event) => set('status', event.target.value)}
        >
          <option value="">Any</option>
          {deliveryStates.map((state) => (
            <option key={state} value={state}>
              {deliveryWords[state]}
            </option>
          ))}
        </select>
      </label>
      <label className="field-label">
        Event
        <select
          className="field"
          value={search.type ?? ''}
          onChange={(event) => set('type', event.target.value)}
        >
          <option value="">Any</option>
          {names.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </label>
      <label className="field-label">
        From
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
            Person …{search.profileId.slice(-8)} <Icon name="close" size={16} />
            <span className="out-of-sight">Remove this filter</span>
          </button>
        )}
        <span role="status" className="muted">
          {total === undefined
            ? ''
            : `${total.toLocaleString('en-GB')} ${total === 1 ? 'delivery' : 'deliveries'}`}
        </span>
      </p>
    </search>
  )
}
