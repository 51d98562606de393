import type { Team } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatList, joinSentences } from '../language/formats.ts'
import { valueNames } from '../words/result-names.ts'
import { memberName } from './figures.ts'
import { PersonMark } from './person-mark.tsx'
import { words } from './words.ts'

/** The first five values of each person. Shared ones are highlighted and named. */
export function ComparedValues({ team: { people, values } }: { team: Team }) {
  const isWhole = people.every(({ core }) => core)
  const shared = values.filter(({ count }) => isWhole && count === people.length)
  const texts = words.comparedValues
  const sharedText =
    shared.length > 0
      ? fill(texts.shared, { values: formatList(shared.map(({ label }) => label)) })
      : texts.noneShared
  return (
    <section className="team-part" aria-labelledby="compare-values">
      <h2 className="section" id="compare-values">
        {texts.title}
      </h2>
      <p className="note">{joinSentences([texts.order, sharedText])}</p>
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
              <p className="note">{texts.notCompleted}</p>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
