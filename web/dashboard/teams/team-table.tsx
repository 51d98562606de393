import { Link, useNavigate } from '@tanstack/react-router'
import { clearOfMidline } from '../../../src/charts/midline.ts'
import type { TeamMember } from '../client/types.ts'
import { StyleLetters } from '../ui/style-letters.tsx'
import { memberName } from './figures.ts'
import type { TeamSort } from './search.ts'
import { nextSort, sortDirection, sortMembers, type TeamColumn } from './sort-members.ts'
import { words } from './words.ts'

/** The people of a team next to the map, with the same scores. Every column is sortable. */
export function TeamTable({ people, sort }: { people: readonly TeamMember[]; sort: TeamSort | undefined }) {
  return (
    <table className="team-table">
      <caption className="out-of-sight">{words.table.caption}</caption>
      <thead>
        <tr>
          <Head column="name" label={words.table.name} sort={sort} />
          <Head column="style" label={words.table.style} sort={sort} />
          {letters.map((letter) => (
            <Head key={letter} column={letter} label={letter.toUpperCase()} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {sortMembers(people, sort).map((person) => (
          <tr key={person.id} data-person={person.initials}>
            <th scope="row">
              <span className="team-table-name">
                <span className="team-chip" data-person={person.initials} dir="auto" aria-hidden="true">
                  {person.initials}
                </span>
                <span>
                  <Link to="/people/$profileId" params={{ profileId: person.id }}>
                    <bdi>{memberName(person)}</bdi>
                  </Link>
                  {person.quality !== null && person.quality !== 'ok' && (
                    <span className="note"> {words.table.readWithCare}</span>
                  )}
                  {person.disc && isEven(person.disc) && (
                    <span className="note"> {words.table.noLetter}</span>
                  )}
                </span>
              </span>
            </th>
            <td>
              {person.disc ? <StyleLetters style={person.disc.style} /> : <span className="muted">–</span>}
            </td>
            {letters.map((letter) => (
              <td key={letter}>{person.disc ? Math.round(person.disc[letter]) : '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const letters = ['d', 'i', 's', 'c'] as const

/** Whether no letter stands out: the style then begins with a letter that the summary above the table doesn't count. */
function isEven(disc: NonNullable<TeamMember['disc']>): boolean {
  return Math.max(...letters.map((letter) => disc[letter])) - 50 < clearOfMidline
}

function Head({ column, label, sort }: { column: TeamColumn; label: string; sort: TeamSort | undefined }) {
  const navigate = useNavigate()
  const now = sortDirection(sort)
  const way = now.column === column ? (now.isDown ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" aria-sort={way}>
      <button
        type="button"
        className="team-sort"
        onClick={() =>
          void navigate({
            to: '/teams',
            search: (before) => ({ ...before, order: nextSort(column, sort) }),
            replace: true,
            resetScroll: false,
          })
        }
      >
        {label}
        {way && <span aria-hidden="true">{way === 'ascending' ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  )
}
