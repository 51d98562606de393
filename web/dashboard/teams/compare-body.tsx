import type { Team } from '../client/types.ts'
import { ComparedDisc } from './compared-disc.tsx'
import { ComparedScales } from './compared-scales.tsx'
import { ComparedValues } from './compared-values.tsx'
import { Differences } from './differences.tsx'
import { Questions } from './questions.tsx'
import { Together } from './together-part.tsx'

/** Two to four people: differences, tips, DISC, values, and every scale on shared rows. */
export function CompareBody({ team }: { team: Team }) {
  return (
    <>
      <div className="compare-words">
        <p className="finding">{team.lede}</p>
        {team.note !== null && <p className="team-note">{team.note}</p>}
      </div>
      <Together team={team} />
      {team.people.length === 2 && team.traits.length > 0 && <Questions team={team} />}
      {team.people.some(({ disc }) => disc) && <ComparedDisc people={team.people} />}
      {team.people.some(({ core }) => core) && <ComparedValues team={team} />}
      {team.traits.length > 0 && (
        <>
          <ComparedScales people={team.people} />
          <Differences team={team} />
        </>
      )}
    </>
  )
}
