import type { Team } from '../client/types.ts'
import { valueNames } from '../words/result-names.ts'
import { memberName } from './figures.ts'
import { PersonMark } from './person-mark.tsx'

/** The first five values of each person. Shared ones are highlighted and named. */
export function ComparedValues({ team: { people, values } }: { team: Team }) {
  const isWhole = people.every(({ core }) => core)
  const shared = values.filter(({ count }) => isWhole && count === people.length)
  return (
    <section className="team-part" aria-labelledby="compare-values">
      <h2 className="section" id="compare-values">
        Values
      </h2>
      <p className="note">
        The first five of each, the first at the top.{' '}
        {shared.length > 0
          ? `In bold, what all have among theirs: ${shared.map(({ label }) => label).join(', ')}.`
          : 'None is among the first five of all.'}
      </p>
      <div className="compare-values">
        {people.map((person, index) => (
          <div key={person.id}>
            <h3>
              <PersonMark index={index} />
              <bdi>{memberName(person)}</bdi>
            </h3>
            {person.core ? (
              <ol>
                {person.core.map((key) => (
                  <li key={key} data-shared={shared.some((value) => value.key === key) || undefined}>
                    {valueNames[key]?.label ?? key}
                  </li>
                ))}
              </ol>
            ) : (
              <p className="note">Core is not completed.</p>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
