import type { PeopleSearch } from './search.ts'
import { useChangeSearch } from './use-people-search.ts'
import { words } from './words.ts'

const orders = ['newest', 'oldest', 'name', 'nameDown'] as const

/** The order of the list, above it: nobody looks for it below 25 rows. What a search finds is by the nearest match at first. */
export function OrderChoice({ search: { sort, search } }: { search: PeopleSearch }) {
  const change = useChangeSearch()
  const usual = search?.trim() ? 'best' : 'newest'
  return (
    <label className="people-order">
      <span className="out-of-sight">{words.pager.order}</span>
      <select
        value={sort ?? usual}
        onChange={({ target }) =>
          change({ sort: target.value === usual ? undefined : (target.value as PeopleSearch['sort']) })
        }
      >
        {(usual === 'best' ? ([usual, ...orders] as const) : orders).map((order) => (
          <option key={order} value={order}>
            {words.pager.orders[order]}
          </option>
        ))}
      </select>
    </label>
  )
}
