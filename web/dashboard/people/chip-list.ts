import { assessmentNames } from '../words/assessment-names.ts'
import { qualityWords } from '../words/quality-words.ts'
import { stateFilters } from './filter-choices.ts'
import type { PeopleSearch } from './search.ts'
import { statusFilters } from './status-filters.ts'

type Chip = { readonly label: string; readonly without: PeopleSearch }

/** One chip per active filter, with the search parameters without it. */
export function chipsOf(search: PeopleSearch, labelOf: (tagId: string) => string): readonly Chip[] {
  const {
    tagIds = [],
    discStyles = [],
    assessmentIds = [],
    qualityOutcomes = [],
    state,
    isCompleted,
  } = search
  const standing = stateFilters.find(
    (stateFilter) => stateFilter.state === state && stateFilter.isCompleted === isCompleted,
  )
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
            label: standing?.label ?? 'Completed, not started',
            without: { state: undefined, isCompleted: undefined },
          },
        ]
      : []),
    ...statusFilters
      .filter(([status]) => status === search.status)
      .map(([, label]) => ({ label, without: { status: undefined } })),
    ...qualityOutcomes.map((outcome) => ({
      label: qualityWords[outcome].short,
      without: { qualityOutcomes: without(qualityOutcomes, outcome) },
    })),
    ...assessmentIds.map((id) => ({
      label: `${assessmentNames[id]} completed`,
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
