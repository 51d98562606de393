import type { StoppedView } from '../../src/http/views/taking-view.ts'
import { speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { PageHead } from './page-head.tsx'

/** How to continue: with the link in the message, or in this browser if there is no message. */
export function StoppedPage({ view }: { view: StoppedView }) {
  const { say, date } = speaker(view)
  const { way, linkExpiresAt: until } = view
  if (way === 'here') return <StoppedHere view={view} />
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

function StoppedHere({ view }: { view: StoppedView }) {
  const speak = speaker(view)
  const { say, date } = speak
  const { linkExpiresAt: until } = view
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path="/take/stopped" />
      <main class="notice">
        <h1 class="page-title">{say('stopped.heading')}</h1>
        <p class="lede">
          {until === undefined ? say('here.stopped') : say('here.stoppedUntil', { date: date(until) })}
        </p>
        <div class="link-form">
          <a class="button button-main button-taking main" href="/take">
            {say('link.resume')}
          </a>
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
