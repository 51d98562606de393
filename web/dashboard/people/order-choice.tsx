import type { PeopleSearch } from './search.ts'
import { useChangeSearch } from './use-people-search.ts'
import { words } from './words.ts'

const orders = ['newest', 'oldest', 'name', 'nameDown'] as const

/** The order of the list, above it: nobody looks for it below 25 rows. */
export function OrderChoice({ sort }: { sort: PeopleSearch['sort'] }) {
  const change = useChangeSearch()
  return (
    <label className="people-order">
      <span className="out-of-sight">{words.pager.order}</span>
      <select
        value={sort ?? 'newest'}
        onChange={({ target }) =>
          change({ sort: target.value === 'newest' ? undefined : (target.value as PeopleSearch['sort']) })
        }
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {words.pager.orders[order]}
          </option>
        ))}
      </select>
    </label>
  )
}
