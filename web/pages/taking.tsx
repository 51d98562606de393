import { answerForm, Choice } from './choice.tsx'
import { Foot } from './foot.tsx'
import { KeyList } from './key-list.tsx'
import { PageHead } from './page-head.tsx'
import { Pause } from './pause.tsx'
import { addressOf } from './place.ts'
import { Rating } from './rating.tsx'
import { Ruler } from './ruler.tsx'
import { Heading, type Screen } from './screen.tsx'

/** The whole taking page, whatever it shows: a question, an example, the pause, the end. */
export function Taking({ screen }: { screen: Screen }) {
  const { view, speak, on, mode, shown, quiet, localeNote } = screen
  const asking = mode === 'taking' && (shown.at === 'item' || shown.at === 'practice')
  return (
    <div class={`taking-page at-${mode === 'taking' ? shown.at : 'notice'}`}>
      <PageHead
        view={view}
        speak={speak}
        path={addressOf(shown)}
        onLocale={on?.chooseLocale}
        formId={asking && shown.part !== 'focus' ? answerForm : undefined}
      />
      <main>
        {asking && <Gauge screen={screen} />}
        <p class="aside note" role="status">
          {localeNote ? speak.say('taking.localeOffline') : quiet && asking ? speak.say('taking.idle') : ''}
        </p>
        <Body screen={screen} />
      </main>
      {asking && <Foot screen={screen} />}
      {on && <KeyList screen={screen} on={on} />}
    </div>
  )
}

/** How far the person is: the ruler, the count and the minutes left. */
function Gauge({ screen: { view, speak, shown, minutesLeft } }: { screen: Screen }) {
  if (shown.at !== 'item' && shown.at !== 'practice') return null
  const part = view.parts.find(({ id }) => id === shown.part)
  if (!part) return null
  const item = shown.at === 'item' ? shown.item : 0
  const count =
    item > 0
      ? speak.say('taking.count', { n: item, total: part.itemCount })
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
        <span>{count}</span>
        {/* Another text is another element: text that grows at its start would count as a shift of the layout. */}
        <span key={minutesLeft}>{speak.count('taking.left', minutesLeft)}</span>
      </p>
    </div>
  )
}

function Body({ screen }: { screen: Screen }) {
  const { mode, shown } = screen
  if (mode === 'ended') return <Ended screen={screen} />
  if (mode === 'elsewhere') return <Elsewhere screen={screen} />
  if (shown.at === 'waiting') return <Waiting screen={screen} />
  if (shown.at === 'pause') return <Pause screen={screen} part={shown.part} />
  if (shown.at === 'finish') return <Finish screen={screen} />
  if (shown.part === 'focus') return <Rating screen={screen} place={shown} />
  return <Choice screen={screen} place={{ ...shown, part: shown.part }} />
}

/** All items of a part are answered, but it was not closed: someone went back, or the page has no JavaScript. */
function Finish({ screen }: { screen: Screen }) {
  const { view, speak, shown, on } = screen
  if (shown.at !== 'finish') return null
  const { name = '', itemCount = 0 } = view.parts.find(({ id }) => id === shown.part) ?? {}
  return (
    <form
      class="notice"
      method="post"
      action="/take/finish"
      onSubmit={
        on &&
        ((event) => {
          event.preventDefault()
          on.next()
        })
      }
    >
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

function Ended({ screen }: { screen: Screen }) {
  const { speak, unsent } = screen
  return (
    <div class="notice">
      <Heading screen={screen} prompt="" text={speak.say('ended.heading')} />
      <p class="lede">
        {speak.together([speak.say('ended.text'), unsent > 0 ? speak.count('ended.kept', unsent) : ''])}
      </p>
    </div>
  )
}

function Elsewhere({ screen }: { screen: Screen }) {
  const { speak, on } = screen
  return (
    <div class="notice">
      <Heading screen={screen} prompt="" text={speak.say('elsewhere.heading')} />
      <p class="lede">{speak.say('elsewhere.text')}</p>
      <button class="button button-main button-taking main" type="button" onClick={on?.continueHere}>
        {speak.say('elsewhere.here')}
      </button>
    </div>
  )
}
