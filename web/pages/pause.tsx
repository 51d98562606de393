import type { AssessmentId, MessageKey } from '../../src/http/views/page-view.ts'
import type { TakingPart } from '../../src/http/views/taking-view.ts'
import { Ruler } from './ruler.tsx'
import { Heading, preventDefaultAnd, type Screen } from './screen.tsx'
import { findPart } from './taking-position.ts'

/** Between two parts: what is completed, what is left, continue or stop. */
export function Pause({ screen, part }: { screen: Screen; part: AssessmentId }) {
  const { view, flow, speak, on, unsent } = screen
  const isDone = ({ id }: TakingPart) => flow.completed.includes(id)
  const done = view.parts.filter(isDone)
  const upcoming = findPart(view, part)
  const last = done.length === view.parts.length - 1
  const behind = done.at(-1)?.id ?? 'disc'
  const name = upcoming?.name ?? ''
  return (
    <div class="pause">
      <Heading
        screen={screen}
        prompt={speak.say(`pause.done.${done.length}.${view.parts.length}` as MessageKey)}
        text={speak.say(`pause.after.${behind}`)}
      />
      <p class="lede">
        {speak.say(`pause.${last ? 'last' : 'next'}.${part}`, { name, n: upcoming?.itemCount ?? 0 })}
      </p>
      <ul class="rulers">
        {view.parts.map((one) => (
          <li key={one.id}>
            <p class="ruler-words">
              <span class="ruler-name">{one.name}</span>
              <span class="note">{partState(screen, one, one.id === part, isDone(one))}</span>
            </p>
            <Ruler part={one.id} count={one.itemCount} done={isDone(one) ? one.itemCount : 0} />
          </li>
        ))}
      </ul>
      <div class="pause-end">
        <p class="note">{unsent > 0 ? speak.say('pause.unsaved') : view.savedNote}</p>
        <a
          class="button button-main button-taking main"
          href={`/take?part=${part}`}
          onClick={preventDefaultAnd(on?.next)}
        >
          {speak.say('pause.goOn', { name })}
        </a>
        <form
          method="post"
          action="/take/stop"
          onSubmit={
            on &&
            ((event) => {
              event.preventDefault()
              on.stop(event.currentTarget)
            })
          }
        >
          <button class="quiet-button" type="submit">
            {speak.say('pause.stop')}
          </button>
        </form>
      </div>
    </div>
  )
}

function partState({ speak, spent }: Screen, part: TakingPart, isNext: boolean, done: boolean): string {
  if (!done) return speak.say(isNext ? 'pause.partNext' : 'pause.partLater', { n: part.estimatedMinutes })
  const seconds = part.activeSeconds + (spent[part.id] ?? 0)
  if (seconds === 0) return speak.say('pause.partDoneUntimed')
  return speak.say('pause.partDone', { n: Math.max(1, Math.round(seconds / 60)) })
}
