import { useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { tagsQuery } from '../client/queries.ts'
import { StyleLetters } from '../ui/style-letters.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { qualityWords } from '../words/quality-words.ts'
import { stylesByLetter } from './filter-choices.ts'
import { FilterMenu } from './filter-menu.tsx'
import type { PeopleSearch } from './search.ts'
import { useChangeSearch } from './use-people-search.ts'
import { words } from './words.ts'

const { filters } = words

/** Every filter except the search. Their state is in the address, so Back works. */
export function Filters({ search }: { search: PeopleSearch }) {
  return (
    <div className="filters">
      {hasScope('tags:manage') && <TagFilter search={search} />}
      <StyleFilter search={search} />
      <ResultsFilter search={search} />
      <StartedFilter search={search} />
    </div>
  )
}

function TagFilter({ search: { tagIds = [] } }: { search: PeopleSearch }) {
  const change = useChangeSearch()
  const tags = useQuery(tagsQuery).data
  return (
    <FilterMenu label={filters.tag.button} isOn={tagIds.length > 0}>
      <fieldset className="filter-set">
        <legend>{filters.tag.legend}</legend>
        {tags?.length === 0 && <p className="note">{filters.tag.none}</p>}
        {tags?.map(({ id, label, color }) => (
          <label key={id} className="filter-choice">
            <input
              type="checkbox"
              checked={tagIds.includes(id)}
              onChange={() => change({ tagIds: turned(tagIds, id) })}
            />
            <TagChip label={label} color={color} />
          </label>
        ))}
      </fieldset>
    </FilterMenu>
  )
}

function StyleFilter({ search: { discStyles = [] } }: { search: PeopleSearch }) {
  const change = useChangeSearch()
  return (
    <FilterMenu label={filters.style.button} isOn={discStyles.length > 0}>
      <fieldset className="filter-set filter-styles">
        <legend>{filters.style.legend}</legend>
        {stylesByLetter.map((styles) => (
          <div key={styles[0]}>
            {styles.map((style) => (
              <label key={style} className="filter-choice">
                <input
                  type="checkbox"
                  checked={discStyles.includes(style)}
                  onChange={() => change({ discStyles: turned(discStyles, style) })}
                />
                <StyleLetters style={style} />{' '}
                {style.length === 1 && <span className="note">{filters.style.any}</span>}
              </label>
            ))}
          </div>
        ))}
      </fieldset>
    </FilterMenu>
  )
}

function ResultsFilter({ search: { assessmentIds = [], qualityOutcomes = [] } }: { search: PeopleSearch }) {
  const change = useChangeSearch()
  return (
    <FilterMenu label={filters.results.button} isOn={assessmentIds.length > 0 || qualityOutcomes.length > 0}>
      <fieldset className="filter-set">
        <legend>{filters.results.completed}</legend>
        {(['disc', 'focus', 'core'] as const).map((id) => (
          <label key={id} className="filter-choice">
            <input
              type="checkbox"
              checked={assessmentIds.includes(id)}
              onChange={() => change({ assessmentIds: turned(assessmentIds, id) })}
            />
            {assessmentNames[id]}
          </label>
        ))}
      </fieldset>
      <fieldset className="filter-set">
        <legend>{filters.results.reliability}</legend>
        {(['invalid', 'caution'] as const).map((outcome) => (
          <label key={outcome} className="filter-choice">
            <input
              type="checkbox"
              checked={qualityOutcomes.includes(outcome)}
              onChange={() => change({ qualityOutcomes: turned(qualityOutcomes, outcome) })}
            />
            {qualityWords[outcome].short}
          </label>
        ))}
      </fieldset>
    </FilterMenu>
  )
}

function StartedFilter({ search: { startedAfter, startedBefore } }: { search: PeopleSearch }) {
  const change = useChangeSearch()
  // While someone types a year, the date is in the year 2 or 20, and a browser without date fields sends every letter.
  const dayFilter = (day: string) =>
    day === '' || /^20\d\d-\d\d-\d\d$/.test(day) ? { day: day || undefined } : undefined
  return (
    <FilterMenu
      label={filters.started.button}
      isOn={startedAfter !== undefined || startedBefore !== undefined}
    >
      <fieldset className="filter-set">
        <legend>{filters.started.legend}</legend>
        <label className="field-label">
          {filters.started.after}
          <input
            key={startedAfter ?? ''}
            type="date"
            className="field"
            min="2000-01-01"
            max={startedBefore ?? '2099-12-31'}
            defaultValue={startedAfter}
            onChange={({ target }) => {
              const whole = dayFilter(target.value)
              if (whole) change({ startedAfter: whole.day })
            }}
          />
        </label>
        <label className="field-label">
          {filters.started.before}
          <input
            key={startedBefore ?? ''}
            type="date"
            className="field"
            min={startedAfter ?? '2000-01-01'}
            max="2099-12-31"
            defaultValue={startedBefore}
            onChange={({ target }) => {
              const whole = dayFilter(target.value)
              if (whole) change({ startedBefore: whole.day })
            }}
          />
        </label>
        <p className="note">{filters.started.zone}</p>
      </fieldset>
    </FilterMenu>
  )
}

/** The list with this value added or removed; undefined if empty. */
function turned<T>(list: readonly T[], one: T): readonly T[] | undefined {
  const next = list.includes(one) ? list.filter((other) => other !== one) : [...list, one]
  return next.length > 0 ? next : undefined
}
