import { useMemo } from 'react'
import { comparison } from '../../../src/charts/comparison.ts'
import { toneOrder } from '../../../src/charts/small-tone.ts'
import type { Team } from '../api/types.ts'
import { scaleNames } from '../person/names.ts'
import { Drawing } from '../ui/drawing.tsx'
import { ComparedDisc } from './compared-disc.tsx'
import { ComparedValues } from './compared-values.tsx'
import { Differences } from './differences.tsx'
import { scoreOf, shownName } from './figures.ts'
import { Together } from './together-part.tsx'

/** Two to four people: what stands out, what may help, DISC, values, and every scale on the same rows. */
export function CompareBody({ team }: { team: Team }) {
  const scales = useMemo(() => scalesOf(team), [team])
  return (
    <>
      <div className="compare-words">
        <p className="finding">{team.lede}</p>
        {team.note !== null && <p className="team-note">{team.note}</p>}
      </div>
      <Together team={team} />
      {team.people.some(({ disc }) => disc) && <ComparedDisc people={team.people} />}
      {team.people.some(({ core }) => core) && <ComparedValues team={team} />}
      {team.traits.length > 0 && (
        <>
          <section className="team-part" aria-labelledby="compare-scales">
            <h2 className="section" id="compare-scales">
              Traits and facets
            </h2>
            <Drawing markup={scales} />
          </section>
          <Differences team={team} />
        </>
      )}
    </>
  )
}

/** Every trait with its facets, in the order of the instrument. */
function scalesOf({ people }: Team): string {
  const named = people.map((one) => ({ name: shownName(one), initials: one.initials }))
  const scales = toneOrder.flatMap(({ trait, facets }) => [
    {
      ...{ label: scaleNames[trait] ?? trait, kind: 'trait' as const },
      scores: people.map((one) => scoreOf(one, trait)),
    },
    ...facets.map((facet) => ({
      ...{ label: scaleNames[facet] ?? facet, kind: 'facet' as const },
      scores: people.map((one) => scoreOf(one, trait, facet)),
    })),
  ])
  return comparison(named, scales, {
    title:
      'The same scales for each. Everybody has a shape of their own; the line through it is the margin of error.',
    noScore: 'no result',
    table: { summary: 'Comparison as a table', scale: 'Scale' },
  })
}
