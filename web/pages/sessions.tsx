import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { SessionsView } from '../../src/http/views/sessions-view.ts'
import accessStyles from './access.css?inline'
import { renderDocument } from './document.tsx'
import members from './members.css?inline'
import { speaker } from './messages.ts'
import { formatRelativeTime } from './relative-time.ts'
import { SignedInPage, signedInStyles } from './signed-in.tsx'

/** `/sessions`: where the user is signed in, each with a button to sign out. */
export function renderSessions(view: SessionsView): RenderedPage {
  const title = `${speaker(view).say('nav.sessions')} · Timbre`
  const styles = signedInStyles + members + accessStyles
  return renderDocument({
    languageTag: view.languageTag,
    theme: view.theme,
    title,
    styles,
    body: <SessionsPage view={view} />,
  })
}

function SessionsPage({ view }: { view: SessionsView }) {
  const speak = speaker(view)
  const { say, date } = speak
  const { csrfToken, root, sessions } = view
  return (
    <SignedInPage view={view} speak={speak} at="sessions" mainClass="members-page access-page">
      <h1 class="page-title">{say('sessions.heading')}</h1>
      <p class="lede">{say('sessions.lede')}</p>
      {view.isDone && (
        <p class="members-word" role="status">
          {say('sessions.done')}
        </p>
      )}
      <ul class="rule">
        {sessions.map(({ id, method, agent, signedInAt, lastSeenAt, isThis }) => (
          <li key={id} class="row access-row">
            <div>
              <p class="statement">
                {agent ?? say('sessions.unknown')}{' '}
                {isThis && <span class="second muted">({say('sessions.this')})</span>}
              </p>
              <p class="second muted">
                {say('sessions.how')}: {say(`sessions.by.${method}`)}
              </p>
              <p class="second muted">
                {say('sessions.since')}: {date(signedInAt)} · {say('sessions.seen')}:{' '}
                {formatRelativeTime(view.languageTag, lastSeenAt, view.now) ?? say('apps.justNow')}
              </p>
            </div>
            {!isThis && (
              <form method="post" action={`${root}/sessions/end`}>
                <input type="hidden" name="proof" value={csrfToken} />
                <input type="hidden" name="session" value={id} />
                <button class="button button-small" type="submit">
                  {say('sessions.end')}
                  <span class="out-of-sight"> {agent ?? say('sessions.unknown')}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form class="access-more" method="post" action={`${root}/sessions/end`}>
          <input type="hidden" name="proof" value={csrfToken} />
          <button class="button" type="submit">
            {say('sessions.others')}
          </button>
        </form>
      )}
    </SignedInPage>
  )
}
