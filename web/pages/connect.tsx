import type { ConnectionView, ConnectView } from '../../src/http/views/connect-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import page from './connect.css?inline'
import { CopyableText, copyScript } from './copyable-text.tsx'
import { renderDocument } from './document.tsx'
import { type Speaker, speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'
import pages from './pages.css?inline'

/** `/docs/connect`: works without its script, which only adds copy buttons. */
export function renderConnect(view: ConnectView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: `${speaker(view).say('connect.heading')} · Timbre`,
    styles: pages + page,
    body: <ConnectPage view={view} />,
    script: copyScript(),
  })
}

/** How to connect assistants: the URL, each program with text to copy, then your own programs. */
function ConnectPage({ view }: { view: ConnectView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path="/docs/connect" />
      <main class="connect">
        <h1 class="page-title">{say('connect.heading')}</h1>
        <p class="lede">{say('connect.lede')}</p>
        <CopyableText text={view.address} speak={speak} label={say('connect.address')} />
        <p class="second muted">{say('connect.signIn')}</p>
        <p class="second">
          <a href={view.apps}>{say('connect.apps')}</a>
          <span class="connect-parting"> · </span>
          <a href={view.tools}>{say('connect.tools')}</a>
          <span class="connect-parting"> · </span>
          <a href={view.reference}>{say('connect.reference')}</a>
        </p>
        <section aria-labelledby="programs">
          <h2 class="section" id="programs">
            {say('connect.programs')}
          </h2>
          <ul class="connections">
            {view.connections.map((connection) => (
              <Connection key={connection.id} connection={connection} view={view} speak={speak} />
            ))}
          </ul>
        </section>
        <section aria-labelledby="own">
          <h2 class="section" id="own">
            {say('connect.own')}
          </h2>
          <p class="second">{say('connect.ownText')}</p>
          {view.ownProgram.map((copied) => (
            <CopyableText key={copied.text} {...copied} speak={speak} label={say('connect.own')} />
          ))}
          <p class="second">{say('connect.collections')}</p>
          {view.imports.map((copied) => (
            <CopyableText key={copied.text} {...copied} speak={speak} label={say('connect.own')} />
          ))}
        </section>
        <section aria-labelledby="readonly">
          <h2 class="section" id="readonly">
            {say('connect.readonly')}
          </h2>
          <p class="second">{say('connect.readonlyText')}</p>
          <CopyableText text={`${view.address}?readonly=1`} speak={speak} label={say('connect.readonly')} />
        </section>
      </main>
    </div>
  )
}

/** These run in the vendor's cloud and can't reach a service on a local network. */
const onTheInternet: readonly string[] = ['claude', 'chatgpt']

function Connection({
  connection,
  view,
  speak,
}: {
  connection: ConnectionView
  view: ConnectView
  speak: Speaker
}) {
  const { id, name, open, copied } = connection
  const { say } = speak
  const note = say(`connect.note.${id}`)
  return (
    <li class="connection">
      <div class="connection-head">
        <h3 class="connection-name">{name}</h3>
        {open !== undefined && (
          <a class="button button-small" href={open}>
            {say('connect.open', { name })}
          </a>
        )}
      </div>
      <p class="second">{note}</p>
      {!view.isReachable && onTheInternet.includes(id) && (
        <p class="second connect-unreachable">{say('connect.unreachable')}</p>
      )}
      {copied.map((one) => (
        <CopyableText key={one.text} {...one} speak={speak} label={name} />
      ))}
    </li>
  )
}
