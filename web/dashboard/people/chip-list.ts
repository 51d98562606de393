import { fill } from '../language/fill.ts'
import { formatDate } from '../language/formats.ts'
import { assessmentNames } from '../words/assessment-names.ts'
import { qualityWords } from '../words/quality-words.ts'
import { stateFilters } from './filter-choices.ts'
import type { PeopleSearch } from './search.ts'
import { words } from './words.ts'

type Chip = { readonly label: string; readonly without: PeopleSearch }

/** One chip per active filter, with the search parameters without it. A deleted tag has no label. */
export function chipsOf(
  search: PeopleSearch,
  labelOf: (tagId: string) => string | undefined,
): readonly Chip[] {
  const { chips } = words
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
    ...(search.search
      ? [{ label: fill(chips.search, { text: search.search }), without: { search: undefined } }]
      : []),
    ...tagIds.map((id) => ({
      label: tagLabel(labelOf(id)),
      without: { tagIds: without(tagIds, id) },
    })),
    ...discStyles.map((style) => ({
      label: fill(style.length === 1 ? chips.anyStyle : chips.style, { style }),
      without: { discStyles: without(discStyles, style) },
    })),
    ...(state !== undefined || isCompleted !== undefined
      ? [
          {
            label: standing?.label ?? chips.states.completedNotStarted,
            without: { state: undefined, isCompleted: undefined },
          },
        ]
      : []),
    ...(search.status ? [{ label: words.statuses[search.status], without: { status: undefined } }] : []),
    ...qualityOutcomes.map((outcome) => ({
      label: qualityWords[outcome].short,
      without: { qualityOutcomes: without(qualityOutcomes, outcome) },
    })),
    ...assessmentIds.map((id) => ({
      label: fill(chips.assessment, { assessment: assessmentNames[id] }),
      without: { assessmentIds: without(assessmentIds, id) },
    })),
    ...(search.startedAfter
      ? [
          {
            label: fill(chips.startedAfter, { date: dayOf(search.startedAfter) }),
            without: { startedAfter: undefined },
          },
        ]
      : []),
    ...(search.startedBefore
      ? [
          {
            label: fill(chips.startedBefore, { date: dayOf(search.startedBefore) }),
            without: { startedBefore: undefined },
          },
        ]
      : []),
  ]
}

function tagLabel(tag: string | undefined): string {
  return tag === undefined ? words.chips.goneTag : fill(words.chips.tag, { tag })
}

function without<T>(list: readonly T[], one: T): readonly T[] | undefined {
  return list.length > 1 ? list.filter((other) => other !== one) : undefined
}

function dayOf(day: string): string {
  return formatDate(new Date(day), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}
