import { useQuery } from '@tanstack/react-query'
import { tagsQuery } from '../app/queries.ts'
import { may } from '../sign-in/access.ts'
import { Icon } from '../ui/icon.tsx'
import { noFilters, useChangeSearch } from './address.ts'
import { assessmentLabels, standings } from './choices.ts'
import { isNarrowed } from './queries.ts'
import type { PeopleSearch } from './search.ts'

/** What the list is narrowed to, each to be taken away by itself (59). */
export function Chips({ search }: { search: PeopleSearch }) {
  const change = useChangeSearch()
  const tags = useQuery({ ...tagsQuery, enabled: may('tags:manage') })
  if (!isNarrowed(search)) return null
  // Until the names of tags are there, the line stands empty: nothing moves sideways when they come.
  const isReady = !search.tagIds || !tags.isLoading
  const labelOf = (id: string) => tags.data?.find((tag) => tag.id === id)?.label ?? 'no longer there'
  return (
    <ul className="chips" aria-label="Filters">
      {isReady &&
        chipsOf(search, labelOf).map(({ label, without }) => (
          <li key={label}>
            <button type="button" className="chip" onClick={() => change(without)}>
              <bdi>{label}</bdi>
              <span className="out-of-sight">, remove this filter</span>
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      {isReady && (
        <li>
          <button type="button" className="plain-button chips-clear" onClick={() => change(noFilters)}>
            Clear all
          </button>
        </li>
      )}
    </ul>
  )
}

type Chip = { readonly label: string; readonly without: PeopleSearch }

/** One chip for each thing that narrows the list, and what the address says without it. */
export function chipsOf(search: PeopleSearch, labelOf: (tagId: string) => string): readonly Chip[] {
  const { tagIds = [], discStyles = [], assessmentIds = [], state, isCompleted } = search
  const standing = standings.find((one) => one.state === state && one.isCompleted === isCompleted)
  return [
    ...(search.search ? [{ label: `“${search.search}”`, without: { search: undefined } }] : []),
    ...tagIds.map((id) => ({
      label: `Tag ${labelOf(id)}`,
      without: { tagIds: without(tagIds, id) },
    })),
    ...discStyles.map((style) => ({
      label: style.length === 1 ? `Style ${style}, any` : `Style ${style}`,
      without: { discStyles: without(discStyles, style) },
    })),
    ...(state !== undefined || isCompleted !== undefined
      ? [
          {
            label: standing?.label ?? 'Done, not come in yet',
            without: { state: undefined, isCompleted: undefined },
          },
        ]
      : []),
    ...assessmentIds.map((id) => ({
      label: `${assessmentLabels[id]} completed`,
      without: { assessmentIds: without(assessmentIds, id) },
    })),
    ...(search.startedAfter
      ? [{ label: `Started ${dayOf(search.startedAfter)} or later`, without: { startedAfter: undefined } }]
      : []),
    ...(search.startedBefore
      ? [
          {
            label: `Started ${dayOf(search.startedBefore)} or earlier`,
            without: { startedBefore: undefined },
          },
        ]
      : []),
  ]
}

function without<T>(list: readonly T[], one: T): readonly T[] | undefined {
  return list.length > 1 ? list.filter((other) => other !== one) : undefined
}

function dayOf(day: string): string {
  const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', format).format(new Date(day))
}
