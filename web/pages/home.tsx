import type { ComponentChildren } from 'preact'
import type { HomeView } from '../../src/http/views/home-view.ts'
import { speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'
import { TimeNeeded } from './time-needed.tsx'

/** The start page of an installation: what it is, the way into the dashboard, and links for people and programs. */
export function HomePage({ view }: { view: HomeView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path="/about" />
      <main class="notice home">
        <h1 class="page-title">{say('home.heading')}</h1>
        <p class="lede">{say('home.lede')}</p>
        <p class="lede">{say('home.invited')}</p>
        <a class="button button-main button-taking main" href={view.dashboard}>
          {say('home.open')}
        </a>
        <dl class="facts home-facts">
          <Fact name={say('home.example')}>
            <a href={view.example}>{say('home.exampleText')}</a>
          </Fact>
          <Fact name={say('home.time')}>
            <TimeNeeded assessments={view.assessments} speak={speak} />
          </Fact>
          <Fact name={say('home.members')}>
            <a href={view.members}>{say('home.membersText')}</a>
          </Fact>
          <Fact name={say('home.apps')}>
            <a href={view.apps}>{say('home.appsText')}</a>
          </Fact>
          <Fact name={say('home.connect')}>
            <a href={view.connect}>{say('home.connectText')}</a>
          </Fact>
          <Fact name={say('home.technical')}>
            <a href={view.technical}>{say('home.technicalText')}</a>
          </Fact>
          {view.mailbox !== undefined && (
            <Fact name={say('home.mailbox')}>
              <a href={view.mailbox}>{say('home.mailboxText')}</a>
            </Fact>
          )}
        </dl>
        <h2 class="section">{say('home.developers')}</h2>
        <dl class="facts home-facts">
          <Fact name={say('home.reference')}>
            <a href={view.reference}>{say('home.referenceText')}</a>
          </Fact>
          <Fact name={say('home.api')}>
            <code>{view.baseUrl}</code>
          </Fact>
          <Fact name={say('home.tools')}>
            <a href={view.tools}>{say('home.toolsText')}</a>
          </Fact>
          <Fact name={say('home.mcp')}>
            <code>{view.mcp}</code>
          </Fact>
          <Fact name={say('home.overview')}>
            <a href={view.overview}>
              <code>{view.overview}</code>
            </a>
          </Fact>
          <Fact name={say('home.health')}>
            <a href={view.health}>{say('home.healthText')}</a>
          </Fact>
          <Fact name={say('home.version')}>{view.version}</Fact>
          <Fact name={say('home.region')}>{view.region}</Fact>
        </dl>
      </main>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
