import { useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { tagsQuery } from '../client/queries.ts'
import { Sentence } from '../language/sentence.tsx'
import { Icon } from '../ui/icon.tsx'
import { focusHeading } from '../ui/page-title.ts'
import { chipsOf } from './chip-list.ts'
import { isNarrowed } from './queries.ts'
import type { PeopleSearch } from './search.ts'
import { emptyFilters, useChangeSearch } from './use-people-search.ts'
import { words } from './words.ts'

/** The active filters, each with a button to remove it. */
export function Chips({ search }: { search: PeopleSearch }) {
  const change = useChangeSearch()
  const tags = useQuery({ ...tagsQuery, enabled: hasScope('tags:manage') })
  if (!isNarrowed(search)) return null
  // Empty until the tag names are loaded, so nothing moves sideways.
  const isReady = !search.tagIds || !tags.isLoading
  const labelOf = (id: string) => tags.data?.find((tag) => tag.id === id)?.label
  const chips = chipsOf(search, labelOf)
  const remove = (button: HTMLElement, without: PeopleSearch) => {
    if (chips.length === 1) focusHeading()
    else nextButton(button)?.focus()
    change(without)
  }
  return (
    <ul className="chips" aria-label={words.chips.label}>
      {isReady &&
        chips.map(({ label, without }) => (
          <li key={label}>
            <button
              type="button"
              className="chip"
              onClick={({ currentTarget }) => remove(currentTarget, without)}
            >
              <Sentence text={words.chips.remove} slots={{ filter: <bdi>{label}</bdi> }} />
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      {isReady && (
        <li>
          <button
            type="button"
            className="plain-button chips-clear"
            onClick={() => {
              focusHeading()
              change(emptyFilters)
            }}
          >
            {words.chips.clearAll}
          </button>
        </li>
      )}
    </ul>
  )
}

/** The button after this one, which takes the focus when this one is gone. */
function nextButton(button: HTMLElement): HTMLElement | null | undefined {
  return button.closest('li')?.nextElementSibling?.querySelector('button')
}
