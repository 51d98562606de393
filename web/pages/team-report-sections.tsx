import type { TeamReportView } from '../../src/http/views/team-report-view.ts'

/** The largest differences in a team, with who is on which side. */
export function TeamReportDifferences({ view: { words, differences } }: { view: TeamReportView }) {
  return (
    <section class="part rule" aria-labelledby="part-differences">
      <div class="gutter">
        <h2 class="section" id="part-differences">
          {words.differences}
        </h2>
      </div>
      {differences.length === 0 ? (
        <p class="lede">{words.noDifferences}</p>
      ) : (
        <ul class="team-differences">
          {differences.map(({ label, text, high, low }) => (
            <li key={label}>
              <h3 class="body">{label}</h3>
              <p class="team-sentence">{text}</p>
              <DifferenceGroup name={words.higher} initials={high} />
              <DifferenceGroup name={words.lower} initials={low} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function DifferenceGroup({ name, initials }: { name: string; initials: readonly string[] }) {
  return (
    <div class="team-side">
      <span class="note">{name}</span>
      <ul class="team-chips">
        {initials.map((initial) => (
          <li key={initial}>
            <span class="team-chip" dir="auto">
              {initial}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Tips for working together, for small teams. */
export function TeamReportTogether({ view: { words, together } }: { view: TeamReportView }) {
  return (
    <section class="part rule" aria-labelledby="part-together">
      <div class="gutter">
        <h2 class="section" id="part-together">
          {words.together}
        </h2>
        <p class="note">{words.togetherNote}</p>
      </div>
      <ul class="team-together">
        {together.map((text) => (
          <li key={text} class="team-sentence">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What two people may ask each other, by where they differ most. */
export function TeamReportQuestions({ view: { words, questions } }: { view: TeamReportView }) {
  return (
    <section class="part rule" aria-labelledby="part-ask">
      <div class="gutter">
        <h2 class="section" id="part-ask">
          {words.ask}
        </h2>
        <p class="note">{words.askNote}</p>
      </div>
      <ol class="team-together">
        {questions.map((text) => (
          <li key={text} class="team-sentence">
            {text}
          </li>
        ))}
      </ol>
    </section>
  )
}
