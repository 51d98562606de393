import type { AppsView, ConnectedAppView } from '../../src/http/views/app-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import page from './apps.css?inline'
import { renderDocument } from './document.tsx'
import { type Speaker, speaker } from './messages.ts'
import { formatRelativeTime } from './relative-time.ts'
import { scopeGroups, scopeWords } from './scope-words.ts'
import { SignedInPage, signedInStyles } from './signed-in.tsx'

/** `/apps`: apps that the user granted access, and apps in accounts that they own. */
export function renderApps(view: AppsView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    theme: view.theme,
    title: speaker(view).say('apps.title'),
    styles: signedInStyles + page,
    body: <AppsPage view={view} />,
  })
}

/** Apps that the user granted access and, for owners, those that others granted. One form each. */
function AppsPage({ view }: { view: AppsView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <SignedInPage view={view} speak={speak} at="apps" mainClass="apps-page">
      <h1 class="page-title">{say('apps.heading')}</h1>
      <p class="lede">{say('apps.lede')}</p>
      <p class="apps-connect">
        <a href="/docs/connect">{say('apps.connect')}</a>
      </p>
      {view.justDisconnected && (
        <p class="apps-done" role="status">
          {say('apps.done')}
        </p>
      )}
      <section aria-labelledby={view.isOwner ? 'own' : undefined}>
        {view.isOwner && (
          <h2 class="section" id="own">
            {say('apps.own')}
          </h2>
        )}
        {view.own.length === 0 ? (
          <div class="apps-empty">
            <p>{say('apps.emptyHeading')}</p>
            <p class="muted">{say('apps.empty')}</p>
          </div>
        ) : (
          <Apps apps={view.own} view={view} speak={speak} />
        )}
      </section>
      {view.isOwner && (
        <section aria-labelledby="others">
          <h2 class="section" id="others">
            {say('apps.others')}
          </h2>
          <p class="second muted">{say('apps.othersText')}</p>
          {view.others.length === 0 ? (
            <div class="apps-empty">
              <p>{say('apps.emptyOthers')}</p>
            </div>
          ) : (
            <Apps apps={view.others} view={view} speak={speak} />
          )}
        </section>
      )}
    </SignedInPage>
  )
}

function Apps({ apps, view, speak }: { apps: readonly ConnectedAppView[]; view: AppsView; speak: Speaker }) {
  return (
    <ul class="apps">
      {apps.map((app) => (
        <App key={app.grantId} app={app} view={view} speak={speak} />
      ))}
    </ul>
  )
}

function App({ app, view, speak: { say } }: { app: ConnectedAppView; view: AppsView; speak: Speaker }) {
  const Name = view.isOwner ? 'h3' : 'h2'
  const granted = scopeGroups.flatMap(({ scopes }) => scopes).filter((name) => app.scopes.includes(name))
  return (
    <li class="app">
      <div class="app-head">
        <Name class="app-name">
          <bdi>{app.appName}</bdi>{' '}
          <span class="muted app-account">{say('apps.in', { account: app.accountName })}</span>
        </Name>
        <p class="app-address" dir="ltr">
          {app.address}
        </p>
      </div>
      <dl class="app-facts">
        {app.email !== undefined && (
          <div>
            <dt>{say('apps.by')}</dt>
            <dd>{app.email}</dd>
          </div>
        )}
        <div>
          <dt>{say('apps.may')}</dt>
          <dd>
            <ul>
              {granted.map((name) => (
                <li key={name}>{say(scopeWords[name].name)}</li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt>{say('apps.since')}</dt>
          <dd>
            <Time iso={app.createdAt} view={view} never={say('apps.justNow')} />
          </dd>
        </div>
        <div>
          <dt>{say('apps.lastUsed')}</dt>
          <dd>
            {app.lastUsedAt === null ? (
              say('apps.neverUsed')
            ) : (
              <Time iso={app.lastUsedAt} view={view} never={say('apps.justNow')} />
            )}
          </dd>
        </div>
      </dl>
      <form method="post" action={`${view.root}/apps`}>
        <input type="hidden" name="proof" value={view.csrfToken} />
        <input type="hidden" name="grant" value={app.grantId} />
        <button
          class="button"
          type="submit"
          aria-label={say('apps.disconnectName', { app: app.appName, account: app.accountName })}
        >
          {say('apps.disconnect')}
        </button>
      </form>
    </li>
  )
}

/** Relative time; the full time with its zone is in the title. */
function Time({ iso, view, never }: { iso: string; view: AppsView; never: string }) {
  const moment = new Intl.DateTimeFormat(view.languageTag === 'en' ? 'en-GB' : view.languageTag, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(iso))
  return (
    <time dateTime={iso} title={moment}>
      {formatRelativeTime(view.languageTag, iso, view.now) ?? never}
    </time>
  )
}
