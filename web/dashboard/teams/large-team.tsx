import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Profile, Team } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Drawing } from '../ui/drawing.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StyleLetters } from '../ui/style-letters.tsx'
import { personName } from '../words/person-name.ts'
import { largeTeamFigures } from './large-figures.ts'
import { type TeamFilter, teamPeopleQuery, teamPeopleRequest } from './queries.ts'
import { ChartSection, unparted } from './team-body.tsx'
import { words } from './words.ts'

const { many, table } = words

/** A team with too many people to draw each: a density, and its people page by page. */
export function LargeTeam({
  team,
  density,
  chosen,
  page,
}: {
  team: Team
  density: NonNullable<Team['density']>
  chosen: TeamFilter
  page: number | undefined
}) {
  const { map, traits, values } = useMemo(() => largeTeamFigures(team, density), [team, density])
  const request = teamPeopleRequest(chosen, page)
  return (
    <>
      <div className="team-top">
        <div className="team-words">
          <p className="finding">{unparted(team.lede)}</p>
          <p className="note team-none">
            {density.isSample ? fill(many.sample, { n: team.profileCount }) : many.density}
          </p>
          {team.note !== null && <p className="team-note">{team.note}</p>}
        </div>
        {map && <Drawing className="team-map" markup={map} />}
        <div className="team-people team-listed">
          {request ? (
            <TeamPeople request={request} chosen={chosen} page={page ?? 1} />
          ) : (
            <p className="team-none">{many.mixed}</p>
          )}
        </div>
      </div>
      {(traits || values) && (
        <div className="team-parts">
          {traits && <ChartSection id="team-traits" name={words.traits} markup={traits} />}
          {values && <ChartSection id="team-values" name={words.values} markup={values} />}
        </div>
      )}
    </>
  )
}

function TeamPeople({
  request,
  chosen,
  page,
}: {
  request: NonNullable<ReturnType<typeof teamPeopleRequest>>
  chosen: TeamFilter
  page: number
}) {
  const { data, error, refetch, isPlaceholderData } = useQuery(teamPeopleQuery(request))
  if (error && !data) return <FailureNote error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={26 * 45} />
  const { profiles, pagination } = data
  return (
    <div className="team-shown" data-old={isPlaceholderData || undefined}>
      <table className="team-table">
        <caption className="out-of-sight">{table.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{table.name}</th>
            <th scope="col">{table.style}</th>
            {letters.map((letter) => (
              <th key={letter} scope="col">
                {letter.toUpperCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {profiles.map((person) => (
            <Row key={person.id} person={person} />
          ))}
        </tbody>
      </table>
      <Pages chosen={chosen} page={page} pagination={pagination} shown={profiles.length} />
    </div>
  )
}

const letters = ['d', 'i', 's', 'c'] as const

function Row({ person: { disc, quality, ...person } }: { person: Profile }) {
  return (
    <tr>
      <th scope="row">
        <span className="team-table-name">
          <span>
            <Link to="/people/$profileId" params={{ profileId: person.id }}>
              <bdi>{personName(person)}</bdi>
            </Link>
            {quality && quality.outcome !== 'ok' && <span className="note"> {table.readWithCare}</span>}
          </span>
        </span>
      </th>
      <td>{disc ? <StyleLetters style={disc.style} /> : <span className="muted">–</span>}</td>
      {letters.map((letter) => (
        <td key={letter}>{disc ? Math.round(disc[letter]) : '–'}</td>
      ))}
    </tr>
  )
}

function Pages({
  chosen,
  page,
  pagination: { limit, total, totalPages },
  shown,
}: {
  chosen: TeamFilter
  page: number
  pagination: { limit: number; total: number; totalPages: number }
  shown: number
}) {
  const first = (page - 1) * limit + 1
  return (
    <nav className="team-pages" aria-label={many.pages}>
      <span className="figures">
        {shown > 0 && fill(many.range, { first, last: first + shown - 1, total })}
      </span>
      <PageLink
        label={many.previous}
        chosen={chosen}
        to={page > 1 ? Math.max(1, Math.min(page - 1, totalPages)) : undefined}
      />
      <PageLink label={many.next} chosen={chosen} to={page < totalPages ? page + 1 : undefined} />
    </nav>
  )
}

/** The same element with and without a target, so the focus stays on it on the last page. */
function PageLink({ label, chosen, to }: { label: string; chosen: TeamFilter; to: number | undefined }) {
  return (
    <Link
      className="button button-small"
      to="/teams"
      search={{ ...chosen, ...(to !== undefined && to > 1 ? { page: to } : {}) }}
      resetScroll={false}
      disabled={to === undefined}
      tabIndex={to === undefined ? -1 : 0}
    >
      {label}
    </Link>
  )
}
