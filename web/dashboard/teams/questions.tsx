import type { Team } from '../client/types.ts'
import { words } from './words.ts'

/** What two people may ask each other, by where they differ most. */
export function Questions({ team: { questions, note } }: { team: Team }) {
  return (
    <section className="team-part" aria-labelledby="compare-questions">
      <h2 className="section" id="compare-questions">
        {words.questions.title}
      </h2>
      {questions.length === 0 ? (
        <p className="team-none">
          {note === null ? words.questions.noneDiffers : words.questions.unreliable}
        </p>
      ) : (
        <>
          <p className="note">{words.questions.text}</p>
          <ol className="team-questions">
            {questions.map(({ scale, label, text }) => (
              <li key={scale}>
                <p className="statement measure">{text}</p>
                <p className="note">{label}</p>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
