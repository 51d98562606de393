import { useMemo } from 'react'
import type { Team } from '../client/types.ts'
import { Drawing } from '../ui/drawing.tsx'
import { Differences } from './differences.tsx'
import { teamFigures } from './figures.ts'
import type { TeamSort } from './search.ts'
import { TeamTable } from './team-table.tsx'
import { Together } from './together-part.tsx'
import { words } from './words.ts'

/** A team: highlights, the map, traits, values, and differences. */
export function TeamBody({ team, sort }: { team: Team; sort: TeamSort | undefined }) {
  const { map, traits, values } = useMemo(() => teamFigures(team), [team])
  return (
    <>
      <div className="team-top">
        <div className="team-words">
          <p className="finding">{unparted(team.lede)}</p>
          {team.note !== null && <p className="team-note">{team.note}</p>}
        </div>
        {map && <Drawing className="team-map" markup={map} />}
        <div className="team-people">
          <TeamTable people={team.people} sort={sort} />
        </div>
      </div>
      {(traits || values) && (
        <div className="team-parts">
          {traits && <ChartSection id="team-traits" name={words.traits} markup={traits} />}
          {values && <ChartSection id="team-values" name={words.values} markup={values} />}
        </div>
      )}
      {team.traits.length > 0 && <Differences team={team} />}
      <Together team={team} />
    </>
  )
}

/** A letter and its count, such as "D 2", stay on one line. */
export const unparted = (text: string) => text.replace(/\b([DISC]) (?=\d)/g, '$1\u00a0')

export function ChartSection({ id, name, markup }: { id: string; name: string; markup: string }) {
  return (
    <section className="team-part" aria-labelledby={id}>
      <h2 className="section" id={id}>
        {name}
      </h2>
      <Drawing markup={markup} />
    </section>
  )
}
