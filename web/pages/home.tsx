import type { HomeView } from '../../src/http/views/home-view.ts'
import { speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'

/** The start page of an installation: what it is, with links for people and programs. */
export function HomePage({ view }: { view: HomeView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path="/about" />
      <main class="notice">
        <h1 class="page-title">{say('home.heading')}</h1>
        <p class="lede">{say('home.lede')}</p>
        <p class="lede">{say('home.invited')}</p>
        <dl class="facts home-facts">
          <div>
            <dt>{say('home.apps')}</dt>
            <dd>
              <a href={view.apps}>{say('home.appsText')}</a>
            </dd>
          </div>
          <div>
            <dt>{say('home.members')}</dt>
            <dd>
              <a href={view.members}>{say('home.membersText')}</a>
            </dd>
          </div>
          <div>
            <dt>{say('home.connect')}</dt>
            <dd>
              <a href={view.connect}>{say('home.connectText')}</a>
            </dd>
          </div>
          <div>
            <dt>{say('home.tools')}</dt>
            <dd>
              <a href={view.tools}>{say('home.toolsText')}</a>
            </dd>
          </div>
          <div>
            <dt>{say('home.overview')}</dt>
            <dd>
              <a href={view.overview}>
                <code>{view.overview}</code>
              </a>
            </dd>
          </div>
          <div>
            <dt>{say('home.mcp')}</dt>
            <dd>
              <code>{view.mcp}</code>
            </dd>
          </div>
          <div>
            <dt>{say('home.api')}</dt>
            <dd>
              <code>{view.baseUrl}</code>
            </dd>
          </div>
          <div>
            <dt>{say('home.reference')}</dt>
            <dd>
              <a href={view.reference}>{say('home.referenceText')}</a>
            </dd>
          </div>
          <div>
            <dt>{say('home.technical')}</dt>
            <dd>
              <a href={view.technical}>{say('home.technicalText')}</a>
            </dd>
          </div>
          {view.mailbox !== undefined && (
            <div>
              <dt>{say('home.mailbox')}</dt>
              <dd>
                <a href={view.mailbox}>{say('home.mailboxText')}</a>
              </dd>
            </div>
          )}
          <div>
            <dt>{say('home.health')}</dt>
            <dd>
              <a href={view.health}>{say('home.healthText')}</a>
            </dd>
          </div>
          <div>
            <dt>{say('home.version')}</dt>
            <dd>{view.version}</dd>
          </div>
          <div>
            <dt>{say('home.region')}</dt>
            <dd>{view.region}</dd>
          </div>
        </dl>
      </main>
    </div>
  )
}
