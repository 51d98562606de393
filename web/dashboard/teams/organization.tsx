import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { teamOrganization } from '../../../src/charts/team-organization.ts'
import type { TeamAndOrganization } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { languageTag } from '../language/language.ts'
import { Drawing } from '../ui/drawing.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { organizationQuery, type TeamFilter } from './queries.ts'
import { words } from './words.ts'

/** The team next to everyone on the account: means on the five traits, and what chance alone would make. */
export function Organization({ chosen }: { chosen: TeamFilter }) {
  const { data, error, refetch } = useQuery(organizationQuery(chosen))
  const drawing = useMemo(() => data && figureOf(data), [data])
  return (
    <section className="team-part" aria-labelledby="team-organization">
      <h2 className="section" id="team-organization">
        {words.organization.title}
      </h2>
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={300} />}
      {data && (
        <>
          <p className="note">{peopleOf(data)}</p>
          {data.state === 'shown' ? (
            drawing && <Drawing markup={drawing} />
          ) : (
            <p className="team-none">{words.organization[data.state]}</p>
          )}
        </>
      )}
    </section>
  )
}

/** How many people the figures rest on, and who is left out. */
function peopleOf({ team, organization }: TeamAndOrganization): string {
  const { counts, countsOfSample, leftOut } = words.organization
  const forms = organization.isSample ? countsOfSample : counts
  return joinSentences([
    count(forms, team.count, { all: organization.count }),
    ...(team.leftOut > 0 ? [count(leftOut, team.leftOut)] : []),
  ])
}

function figureOf({ traits }: TeamAndOrganization): string {
  const { title, team, organization, margin, allClose, ...table } = words.organization.chart
  return teamOrganization(traits, { languageTag, title, team, organization, margin, allClose, table })
}
