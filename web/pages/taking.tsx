import type { ComponentChild } from 'preact'
import { ForcedChoiceQuestion } from './forced-choice-question.tsx'
import { Pause } from './pause.tsx'
import { RatingQuestion } from './rating-question.tsx'
import { Ruler } from './ruler.tsx'
import { Heading, isAsking, preventDefaultAnd, type Screen } from './screen.tsx'
import { TakingFooter } from './taking-footer.tsx'
import { findPart } from './taking-position.ts'

/**
 * The whole taking page in every state: question, practice question, pause, end. The server renders the head; the
 * browser doesn't, so its code is not in the script.
 */
export function TakingPage({ screen, head }: { screen: Screen; head: ComponentChild }) {
  const { speak, mode, shown, quiet, localeNote } = screen
  const asking = isAsking(screen)
  return (
    <div class={`taking-page at-${mode === 'taking' ? shown.at : 'notice'}`}>
      {head}
      <main>
        {asking && <Gauge screen={screen} />}
        <p class="aside note" role="status">
          {localeNote ? speak.say('taking.localeOffline') : quiet && asking ? speak.say('taking.idle') : ''}
        </p>
        <Body screen={screen} />
      </main>
      {asking && <TakingFooter screen={screen} />}
    </div>
  )
}

/** Progress: ruler, part and count, and the minutes left of all parts. */
function Gauge({ screen: { view, speak, shown, minutesLeft } }: { screen: Screen }) {
  if (shown.at !== 'item' && shown.at !== 'practice') return null
  const part = findPart(view, shown.part)
  if (!part) return null
  const item = shown.at === 'item' ? shown.item : 0
  const count =
    item > 0
      ? speak.say('taking.count', { n: item, total: part.itemCount, part: part.number })
      : speak.say('taking.practiceCount')
  return (
    <div class="gauge">
      <div
        role="progressbar"
        aria-label={speak.say('taking.progress', { name: part.name })}
        aria-valuemin={0}
        aria-valuemax={part.itemCount}
        aria-valuenow={Math.max(0, item - 1)}
        aria-valuetext={count}
      >
        <Ruler
          part={part.id}
          count={part.itemCount}
          done={Math.max(0, item - 1)}
          current={item || undefined}
        />
      </div>
      <p class="gauge-words figures">
        <span id="count">{count}</span>
        {/* Another text is another element: text that grows at its start would count as a layout shift. */}
        <span key={minutesLeft}>{speak.count('taking.left', minutesLeft)}</span>
      </p>
    </div>
  )
}

function Body({ screen }: { screen: Screen }) {
  const { mode, shown } = screen
  if (mode !== 'taking') return <Closed screen={screen} mode={mode} />
  if (shown.at === 'waiting') return <Waiting screen={screen} />
  if (shown.at === 'pause') return <Pause screen={screen} part={shown.part} />
  if (shown.at === 'finish') return <Finish screen={screen} />
  if (shown.part === 'focus') return <RatingQuestion screen={screen} position={shown} />
  return <ForcedChoiceQuestion screen={screen} position={{ ...shown, part: shown.part }} />
}

/** All items of a part are answered, but it isn't completed: the person went back, or the page has no JavaScript. */
function Finish({ screen }: { screen: Screen }) {
  const { view, speak, shown, on } = screen
  if (shown.at !== 'finish') return null
  const { name = '', itemCount = 0 } = findPart(view, shown.part) ?? {}
  return (
    <form class="notice" method="post" action="/take/finish" onSubmit={preventDefaultAnd(on?.next)}>
      <Heading
        screen={screen}
        prompt={speak.say('taking.finishPrompt', { name, n: itemCount })}
        text={speak.say('taking.finishHeading', { name })}
      />
      <p class="lede">{speak.say('taking.finishLede')}</p>
      <input type="hidden" name="assessment" value={shown.part} />
      <button class="button button-main button-taking main" type="submit">
        {speak.say('taking.finish', { name })}
      </button>
    </form>
  )
}

function Waiting({ screen }: { screen: Screen }) {
  const { speak, status } = screen
  const offline = status === 'offline' || status === 'retrying'
  return (
    <div class="notice">
      <Heading
        screen={screen}
        prompt={speak.say('waiting.prompt')}
        text={speak.say(offline ? 'waiting.offlineHeading' : 'waiting.heading')}
      />
      <p class="lede" role="status">
        {speak.say(offline ? 'waiting.offlineLede' : 'waiting.lede')}
      </p>
    </div>
  )
}

/** The sitting has ended, or another tab has it. */
function Closed({ screen, mode }: { screen: Screen; mode: 'ended' | 'elsewhere' }) {
  const { speak, on, unsent } = screen
  const isEnded = mode === 'ended'
  return (
    <div class="notice">
      <Heading screen={screen} prompt="" text={speak.say(`${mode}.heading`)} />
      <p class="lede">
        {speak.together([
          speak.say(`${mode}.text`),
          isEnded && unsent > 0 ? speak.count('ended.kept', unsent) : '',
        ])}
      </p>
      {isEnded || (
        <button class="button button-main button-taking main" type="button" onClick={on?.takeOverTab}>
          {speak.say('elsewhere.here')}
        </button>
      )}
    </div>
  )
}
