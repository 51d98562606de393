import type { StoppedView } from '../../src/http/views/taking-view.ts'
import { type Speaker, speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { PageHead } from './page-head.tsx'

/** How to continue: with the link in the message, or in this browser if there is no message. */
export function StoppedPage({ view }: { view: StoppedView }) {
  const { say, date } = speaker(view)
  const { way, linkExpiresAt: until } = view
  if (way === 'here' || way === 'paused') return <StoppedHere view={view} way={way} />
  const texts =
    way === 'left'
      ? [say('stopped.leftText')]
      : [say('stopped.text'), ...(until === undefined ? [] : [say('stopped.until', { date: date(until) })])]
  const heading = say(way === 'left' ? 'stopped.leftHeading' : 'stopped.heading')
  return (
    <NoticePage
      view={view}
      path={way === 'left' ? '/take/stopped?left=1' : '/take/stopped'}
      heading={heading}
      texts={texts}
    />
  )
}

/** Someone who can continue in this browser, for now or until their session ends. */
function StoppedHere({ view, way }: { view: StoppedView; way: 'here' | 'paused' }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path="/take/stopped" />
      <main class="notice">
        <h1 class="page-title">{say('stopped.heading')}</h1>
        {waysBack(view, way, speak).map((text) => (
          <p key={text} class="lede">
            {text}
          </p>
        ))}
        <div class="link-form stopped-ways">
          {way === 'here' ? (
            <a class="button button-main button-taking main" href="/take">
              {say('stopped.now')}
            </a>
          ) : (
            <form method="post" action="/take/continue">
              <button class="button button-main button-taking main" type="submit">
                {say('stopped.now')}
              </button>
              <p class="note">{say('stopped.nowNote')}</p>
            </form>
          )}
          <form class="link-form" method="post" action="/take/stop">
            <input type="hidden" name="leave" value="1" />
            <button class="button" type="submit">
              {say('here.leave')}
            </button>
            <p class="note">{say('here.leaveNote')}</p>
          </form>
        </div>
      </main>
    </div>
  )
}

function waysBack(
  { linkExpiresAt: until, accountName: account = '', deadline }: StoppedView,
  way: 'here' | 'paused',
  { say, date }: Speaker,
): string[] {
  const lastDay = deadline ? [say('link.lastDayText', { account, date: date(deadline) })] : []
  if (way === 'here')
    return [
      until === undefined ? say('here.stopped') : say('here.stoppedUntil', { date: date(until) }),
      ...lastDay,
    ]
  return [
    say('stopped.text'),
    ...lastDay,
    ...(until === undefined ? [] : [say('stopped.until', { date: date(until) })]),
  ]
}
