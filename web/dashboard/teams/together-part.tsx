import type { Team } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'
import { useMedia } from '../ui/use-media.ts'
import { memberName } from './figures.ts'
import { PersonMark } from './person-mark.tsx'
import { numberTogetherNotes, type TogetherNote } from './together.ts'
import { words } from './words.ts'

/** Tips for working together, each sentence with its facts. */
export function Together({ team }: { team: Team }) {
  // Whether notes fit next to the sentence; the same width as in the style sheet.
  const isWide = useMedia('(min-width: 1100px)')
  if (team.together.length === 0) return null
  return (
    <section className="team-part" aria-labelledby="team-together">
      <h2 className="section" id="team-together">
        {words.together.title}
      </h2>
      <p className="note">{words.together.source}</p>
      <ul className="together">
        {numberTogetherNotes(team).map(({ text, notes }) => (
          <li key={text}>
            <p className="debrief">
              {text}
              <sup className="together-reference">{formatList(notes.map(({ number }) => `${number}`))}</sup>
            </p>
            {isWide ? (
              <Notes notes={notes} people={team.people} />
            ) : (
              <details className="together-rests">
                <summary>{count(words.together.restsOn, notes.length)}</summary>
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
    <ol className="together-notes" aria-label={words.together.facts}>
      {notes.map(({ key, number, label, says }) => (
        <li key={key} value={number}>
          <span className="together-number">{number}</span>
          <div>
            {label}
            <ul>
              {says.map(({ id, words: said }) => {
                const index = people.findIndex((person) => person.id === id)
                const member = people[index]
                return (
                  member && (
                    <li key={id}>
                      <PersonMark index={index} />
                      <bdi className="together-name">{memberName(member)}</bdi>
                      <span className="together-level">{said}</span>
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
