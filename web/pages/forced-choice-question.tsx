import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { TakingView } from '../../src/http/views/taking-view.ts'
import { itemNumber, optionsAt } from './answer-sheet.ts'
import type { PickColumn } from './flow-state.ts'
import { Icon } from './icon.tsx'
import { Heading, preventDefaultAnd, type Screen } from './screen.tsx'
import type { TakingPosition } from './taking-position.ts'

type ForcedChoicePosition = TakingPosition & { at: 'item' | 'practice'; part: 'disc' | 'core' }

/** The form of a forced-choice screen includes the language choice: without a script, it submits what is chosen. */
export const answerForm = 'answer'

/** Four DISC statements or four Core values: choose one most and one least. */
export function ForcedChoiceQuestion({
  screen,
  position,
}: {
  screen: Screen
  position: ForcedChoicePosition
}) {
  const { view, flow, speak, on } = screen
  const { part } = position
  const practice = position.at === 'practice'
  const names = part === 'disc' ? (['most', 'least'] as const) : (['best', 'worst'] as const)
  // Some languages word “most like me” and “most important” differently.
  const heads = { most: `taking.${part}Most`, least: `taking.${part}Least` } as const
  return (
    <form class="asking-four" id={answerForm} method="post" action="/take/answer">
      <input type="hidden" name="attempt" value={view.attempt} />
      <input type="hidden" name="assessment" value={part} />
      {!practice && <input type="hidden" name="item" value={itemNumber(view, part, position.item)} />}
      <fieldset class="asked" aria-labelledby="heading" aria-describedby="prompt">
        <Heading
          screen={screen}
          prompt={speak.say(practice ? 'practice.prompt' : `taking.${part}Prompt`)}
          text={speak.say(`taking.${part}Heading`)}
        />
        <div class="four">
          <p class="columns" aria-hidden="true">
            <span>{speak.say(heads.most)}</span>
            <span>{speak.say(heads.least)}</span>
          </p>
          {optionsAt(view, flow.answers, position).map((choice) => {
            const { label, bullet } = optionText(screen, view, position, choice)
            const side = (column: PickColumn, index: 0 | 1) => (
              <label class={`side side-${column}`}>
                <input
                  type="radio"
                  name={names[index]}
                  value={choice}
                  // Screen readers call a required choice that isn't made invalid. With a script the button says it.
                  required={!on}
                  aria-label={`${speak.say(heads[column])}: ${label}`}
                  aria-describedby={bullet && choice}
                  checked={flow.pick[column] === choice}
                  onChange={on && (() => on.pick(column, choice))}
                />
                <span class="sign">
                  <Icon name={column === 'most' ? 'plus' : 'minus'} size={20} />
                </span>
              </label>
            )
            return (
              <div
                key={`${practice ? 0 : position.item} ${choice}`}
                class={`four-row${Object.values(flow.pick).includes(choice) ? ' chosen' : ''}`}
              >
                {side('most', 0)}
                <p class="four-words">
                  <span class="statement">{label}</span>
                  {bullet !== undefined && (
                    <span class="bullet" id={choice}>
                      {bullet}
                    </span>
                  )}
                </p>
                {side('least', 1)}
              </div>
            )
          })}
        </div>
      </fieldset>
      <NextButton screen={screen} part={part} />
    </form>
  )
}

/** Says what is missing until both are chosen. Without JavaScript it can't know, so it says Next. */
function NextButton({ screen: { flow, speak, on }, part }: { screen: Screen; part: 'disc' | 'core' }) {
  const { most, least } = flow.pick
  const missing: MessageKey | undefined =
    most === undefined
      ? least === undefined
        ? `taking.${part}MissingBoth`
        : `taking.${part}MissingMost`
      : least === undefined
        ? `taking.${part}MissingLeast`
        : undefined
  return (
    <button
      class={`button button-main button-taking main${missing ? ' incomplete' : ''}`}
      type="submit"
      aria-disabled={on && missing ? true : undefined}
      onClick={preventDefaultAnd(on?.next)}
    >
      {missing && !on ? (
        <>
          <span class="with-script">{speak.say(missing)}</span>
          <span class="without-script">{speak.say('taking.next')}</span>
        </>
      ) : (
        <span key={missing}>{speak.say(missing ?? 'taking.next')}</span>
      )}
    </button>
  )
}

function optionText(
  { speak }: Screen,
  view: TakingView,
  position: ForcedChoicePosition,
  choice: string,
): { label: string; bullet?: string | undefined } {
  if (position.at === 'practice') {
    if (position.part === 'disc') return { label: speak.say(`practice.disc.${choice}` as MessageKey) }
    return {
      label: speak.say(`practice.core.${choice}` as MessageKey),
      bullet: speak.say(`practice.core.${choice}.bullet` as MessageKey),
    }
  }
  if (position.part === 'core') return view.core?.cards[choice] ?? { label: choice }
  const statements = view.disc?.blocks[position.item - 1]?.statements ?? []
  return { label: statements.find(({ letter }) => letter === choice)?.text ?? '' }
}
