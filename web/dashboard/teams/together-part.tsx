import type { Team } from '../client/types.ts'
import { useMedia } from '../ui/use-media.ts'
import { memberName } from './figures.ts'
import { PersonMark } from './person-mark.tsx'
import { numberTogetherNotes, type TogetherNote } from './together.ts'

/** Tips for working together, each sentence with its facts. */
export function Together({ team }: { team: Team }) {
  // Whether notes fit next to the sentence; the same width as in the style sheet.
  const isWide = useMedia('(min-width: 1100px)')
  if (team.together.length === 0) return null
  return (
    <section className="team-part" aria-labelledby="team-together">
      <h2 className="section" id="team-together">
        What helps you work together
      </h2>
      <p className="note">Made by rules from these results. Check with each other what fits.</p>
      <ul className="together">
        {numberTogetherNotes(team).map(({ text, notes }) => (
          <li key={text}>
            <p className="debrief">
              {text}
              <sup className="together-reference">{notes.map(({ number }) => number).join(', ')}</sup>
            </p>
            {isWide ? (
              <Notes notes={notes} people={team.people} />
            ) : (
              <details className="together-rests">
                <summary>Rests on {notes.length === 1 ? 'one fact' : `${notes.length} facts`}</summary>
                <Notes notes={notes} people={team.people} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Notes({ notes, people }: { notes: readonly TogetherNote[]; people: Team['people'] }) {
  return (
    <ol className="together-notes" aria-label="What this rests on">
      {notes.map(({ key, number, label, says }) => (
        <li key={key} value={number}>
          <span className="together-number">{number}</span>
          <div>
            {label}
            <ul>
              {says.map(({ id, words }) => {
                const index = people.findIndex((person) => person.id === id)
                const member = people[index]
                return (
                  member && (
                    <li key={id}>
                      <PersonMark index={index} />
                      <bdi className="together-name">{memberName(member)}</bdi>
                      <span className="together-level">{words}</span>
                    </li>
                  )
                )
              })}
            </ul>
          </div>
        </li>
      ))}
    </ol>
  )
}
