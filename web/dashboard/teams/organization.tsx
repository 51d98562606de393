import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { teamOrganization } from '../../../src/charts/team-organization.ts'
import type { TeamAndOrganization } from '../client/types.ts'
import { Drawing } from '../ui/drawing.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { pluralizePeople } from '../words/pluralize.ts'
import { organizationQuery, type TeamFilter } from './queries.ts'

/** The team next to everyone on the account: means on the five traits, and what chance alone would make. */
export function Organization({ chosen }: { chosen: TeamFilter }) {
  const { data, error, refetch } = useQuery(organizationQuery(chosen))
  const drawing = useMemo(() => data && figureOf(data), [data])
  return (
    <section className="team-part" aria-labelledby="team-organization">
      <h2 className="section" id="team-organization">
        Team and organization
      </h2>
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={300} />}
      {data && (
        <>
          <p className="note">{peopleOf(data)}</p>
          {data.state === 'shown' ? (
            drawing && <Drawing markup={drawing} />
          ) : (
            <p className="team-none">{reasons[data.state]}</p>
          )}
        </>
      )}
    </section>
  )
}

const reasons = {
  fewInTeam:
    'There are figures here once five people of the team have Focus results. With fewer, they would say too much about single people.',
  fewOthers:
    'There are figures here once ten people outside the team have Focus results. With fewer, they would say too much about single people.',
}

/** How many people the figures rest on, and who is left out. */
function peopleOf({ team, organization }: TeamAndOrganization): string {
  const sampled = organization.isSample ? 'a sample of ' : ''
  const counts = `${pluralizePeople(team.count)} of the team and ${sampled}${organization.count.toLocaleString('en-GB')} of everyone, the team included.`
  if (team.leftOut === 0) return counts
  return `${counts} ${team.leftOut} of the team left out: the answers are unreliable.`
}

function figureOf({ traits }: TeamAndOrganization): string {
  return teamOrganization(traits, {
    title:
      'The tall stroke is the mean of the team, the outlined one that of everyone; the numbers are the same as percentiles. A group of this size, drawn at random, would hardly ever be outside the outlined band.',
    team: 'Team',
    organization: 'Everyone',
    margin: 'Where chance puts a group of this size',
    table: {
      summary: 'Team and organization as a table',
      scale: 'Scale',
      difference: 'Difference in T points, with its margin',
      low: 'low',
      middle: 'middle',
      high: 'high',
      verdict: 'In words',
    },
  })
}
