import { Heading, type Screen } from './screen.tsx'
import type { TakingPosition } from './taking-position.ts'

/** One Focus statement, or its practice question, with five answers: one tap or key answers and continues. */
export function RatingQuestion({
  screen,
  position,
}: {
  screen: Screen
  position: TakingPosition & { at: 'item' | 'practice' }
}) {
  const { view, flow, speak, pressed, on } = screen
  const { prompt = '', labels = [], statements = [] } = view.focus ?? {}
  const practice = position.at === 'practice'
  const kept = practice ? undefined : flow.answers.focus[position.item]
  return (
    <form class="asking-one" method="post" action="/take/answer">
      <input type="hidden" name="attempt" value={view.attempt} />
      <input type="hidden" name="assessment" value="focus" />
      {!practice && <input type="hidden" name="item" value={position.item} />}
      <fieldset class="asked" aria-labelledby="heading" aria-describedby="prompt">
        <Heading
          screen={screen}
          prompt={practice ? speak.say('practice.prompt') : prompt}
          text={practice ? speak.say('practice.focus') : (statements[position.item - 1] ?? '')}
        />
        <div class="scale">
          {labels.map((label, index) => {
            const value = index + 1
            const chosen = pressed === undefined ? kept === value : pressed === value
            return (
              <button
                key={value}
                class={`grade${chosen ? (pressed === undefined ? ' kept' : ' pressed') : ''}`}
                type="submit"
                name="value"
                value={value}
                aria-pressed={chosen}
                onClick={
                  on &&
                  ((event) => {
                    event.preventDefault()
                    on.rate(value, event.detail === 0)
                  })
                }
              >
                <span class="node" aria-hidden="true">
                  <span class="key-number">{value}</span>
                </span>
                <span class="grade-label">{label}</span>
              </button>
            )
          })}
        </div>
      </fieldset>
    </form>
  )
}
