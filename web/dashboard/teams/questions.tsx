import type { Team } from '../client/types.ts'

/** What two people may ask each other, by where they differ most. */
export function Questions({ team: { questions, note } }: { team: Team }) {
  return (
    <section className="team-part" aria-labelledby="compare-questions">
      <h2 className="section" id="compare-questions">
        Ask each other
      </h2>
      {questions.length === 0 ? (
        <p className="team-none">
          {note === null
            ? 'No difference between them is larger than errors of measurement could make, so there is nothing in particular to ask.'
            : 'There are questions here once the answers of both are reliable and differ clearly.'}
        </p>
      ) : (
        <>
          <p className="note">
            Both answer each question. It is here because their results differ by more than errors of
            measurement. Whether it matters is theirs to say.
          </p>
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
