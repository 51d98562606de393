import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { TeamMember } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StyleLetters } from '../ui/style-letters.tsx'
import { AddPerson } from './add-person.tsx'
import { memberName } from './figures.ts'
import { PersonMark } from './person-mark.tsx'
import type { TeamSearch } from './search.ts'
import { words } from './words.ts'

/** The compared people with their marks, and a field to add another. */
export function ComparedPeople({
  profileIds,
  people,
  isComing,
}: {
  profileIds: readonly string[]
  people: readonly TeamMember[] | undefined
  isComing: boolean
}) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  // From the address at that time: a second click can come before the first is rendered.
  const change = (changed: (ids: readonly string[]) => readonly string[]) =>
    void navigate({
      to: '/compare',
      search: ({ profileIds: before = [] }: TeamSearch) => {
        const ids = changed(before)
        return ids.length > 0 ? { profileIds: ids } : {}
      },
      resetScroll: false,
    })
  const loaded = people?.filter(({ id }) => profileIds.includes(id)) ?? []
  const unknown = profileIds.filter((id) => !loaded.some((one) => one.id === id))
  return (
    <>
      <ul className="compared" aria-label={words.compare.people}>
        {loaded.map((one) => (
          <li key={one.id}>
            <PersonMark index={people?.indexOf(one) ?? 0} />
            <Link to="/people/$profileId" params={{ profileId: one.id }}>
              <bdi>{memberName(one)}</bdi>
            </Link>
            {one.disc && <StyleLetters style={one.disc.style} />}
            <button
              type="button"
              className="icon-button"
              aria-label={fill(words.compare.remove, { person: memberName(one) })}
              onClick={() => {
                field.current?.focus()
                change((ids) => ids.filter((id) => id !== one.id))
              }}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
        {isComing &&
          unknown.map((id) => (
            <li key={id}>
              <Skeleton width="60%" />
            </li>
          ))}
      </ul>
      {!isComing && people && unknown.length > 0 && (
        <div className="compared-missing">
          <p>{count(words.compare.missing, unknown.length)}</p>
          <button
            type="button"
            className="button button-small"
            onClick={() => change((ids) => ids.filter((id) => !unknown.includes(id)))}
          >
            {words.compare.leaveOut}
          </button>
        </div>
      )}
      <AddPerson field={field} profileIds={profileIds} onAdd={(id) => change((ids) => [...ids, id])} />
    </>
  )
}
