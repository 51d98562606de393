import type { ComponentChildren, VNode } from 'preact'
import type {
  ClientRevocationView,
  ClientRotationView,
  ClientRowView,
  ClientSecretRowView,
  ClientSecretView,
  ClientsView,
} from '../../src/http/views/clients-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { SignedInView } from '../../src/http/views/signed-in-view.ts'
import { Accounts } from './accounts.tsx'
import apps from './apps.css?inline'
import { ClientRevocationPage, ClientRotationPage } from './client-change.tsx'
import { ClientForm, ScopeCode } from './client-form.tsx'
import { ClientSecretPage } from './client-secret.tsx'
import { clientMoment, SecretWords } from './client-words.tsx'
import clients from './clients.css?inline'
import connect from './connect.css?inline'
import { CopyButton, copyScript } from './copyable-text.tsx'
import { renderDocument } from './document.tsx'
import { Icon } from './icon.tsx'
import members from './members.css?inline'
import { type Speaker, speaker } from './messages.ts'
import { formatRelativeTime } from './relative-time.ts'
import { scopeGroups, scopeWords } from './scope-words.ts'
import { SignedInPage, signedInStyles } from './signed-in.tsx'

/** `/clients`: API keys of an account with their actions. */
export function renderClients(view: ClientsView): RenderedPage {
  const title = speaker(view).say('clients.title')
  return page(view, `${title} · ${view.account?.name ?? 'Timbre'}`, <ClientsPage view={view} />)
}

/** The answer to a form that created a secret. */
export function renderClientSecret(view: ClientSecretView): RenderedPage {
  const title = speaker(view).say('clients.newHeading', { name: view.name })
  return page(view, `${title} · Timbre`, <ClientSecretPage view={view} />)
}

/** `/clients/rotate` */
export function renderClientRotation(view: ClientRotationView): RenderedPage {
  const title = speaker(view).say('clients.rotateHeading', { name: view.client.name })
  return page(view, `${title} · Timbre`, <ClientRotationPage view={view} />)
}

/** `/clients/revoke` */
export function renderClientRevocation(view: ClientRevocationView): RenderedPage {
  const title = speaker(view).say('clients.revokeHeading', { name: view.client.name })
  return page(view, `${title} · Timbre`, <ClientRevocationPage view={view} />)
}

function page({ languageTag, theme }: SignedInView, title: string, body: VNode): RenderedPage {
  const styles = signedInStyles + members + apps + connect + clients
  return renderDocument({ languageTag, theme, title, styles, body, script: copyScript() })
}

function ClientsPage({ view }: { view: ClientsView }) {
  const speak = speaker(view)
  const { say } = speak
  const { account, root, email } = view
  const here = account ? `${root}/clients?account=${account.id}` : `${root}/clients`
  return (
    <SignedInPage view={view} speak={speak} at="clients" path={here} mainClass="clients-page">
      <h1 class="page-title">
        {account ? say('clients.heading', { account: account.name }) : say('clients.title')}
      </h1>
      {account?.isAllowed && <p class="lede">{say('clients.lede')}</p>}
      {view.isDone && (
        <p class="members-word" role="status">
          {say('clients.done')}
        </p>
      )}
      {view.hasReauthenticated && (
        <p class="members-word" role="status">
          {say('again.back')}
        </p>
      )}
      {view.problem && account?.isAllowed && view.problem !== 'clients.problem.name' && (
        <Problem text={say(view.problem)} />
      )}
      <Accounts view={view} speak={speak} at="clients" />
      {!account && <p class="lede">{say('members.none', { email })}</p>}
      {account && !account.isAllowed && (
        <p class="members-word">{say('clients.notAllowed', { account: account.name })}</p>
      )}
      {account?.isPaused && account.isAllowed && <p class="members-word">{say('clients.paused')}</p>}
      {account?.isAllowed && !account.clients && <p class="members-word">{say('members.away')}</p>}
      {account?.clients && <Clients view={view} clients={account.clients} speak={speak} />}
      {account?.clients && !account.isPaused && <ClientForm view={view} account={account} speak={speak} />}
    </SignedInPage>
  )
}

function Problem({ text }: { text: string }) {
  return (
    <p class="members-word problem" role="alert">
      <Icon name="warning" size={16} />
      {text}
    </p>
  )
}

type Part = { view: ClientsView; speak: Speaker }

function Clients({ view, clients: all, speak }: Part & { clients: readonly ClientRowView[] }) {
  const { say, count } = speak
  const live = all.filter(({ revokedAt }) => revokedAt === null)
  const revoked = all.filter(({ revokedAt }) => revokedAt !== null)
  return (
    <section class="members-section" aria-labelledby="clients">
      <h2 id="clients" class="section">
        {count('clients.count', live.length)}
      </h2>
      {live.length === 0 && (
        <div class="apps-empty">
          <p>{say('clients.empty')}</p>
          <p class="muted">{say('clients.emptyText')}</p>
        </div>
      )}
      {live.length > 0 && (
        <ul class="apps">
          {live.map((client) => (
            <Client key={client.clientId} client={client} view={view} speak={speak} />
          ))}
        </ul>
      )}
      {revoked.length > 0 && (
        <details class="clients-revoked">
          <summary>{count('clients.revokedCount', revoked.length)}</summary>
          <ul>
            {revoked.map(({ clientId, name, revokedAt }) => (
              <li key={clientId} class="second">
                <bdi>{name}</bdi>{' '}
                <span class="muted">{say('clients.revokedOn', { date: dayOf(view, revokedAt ?? '') })}</span>
                <br />
                <code dir="ltr">{clientId}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Client({ client, view, speak }: Part & { client: ClientRowView }) {
  const { say } = speak
  const { clientId, name, createdAt, lastUsedAt, secrets } = client
  const query = `account=${view.account?.id}&client=${clientId}`
  const granted = scopeGroups.flatMap(({ scopes }) => scopes).filter((scope) => client.scopes.includes(scope))
  return (
    <li class="app">
      <h3 class="app-name app-head">
        <bdi>{name}</bdi>
      </h3>
      <dl class="app-facts">
        <Fact name={say('clients.id')}>
          <span class="client-id">
            <code dir="ltr">{clientId}</code>
            <CopyButton speak={speak} label={name} />
          </span>
        </Fact>
        <Fact name={say('apps.may')}>
          <ul>
            {granted.map((scope) => (
              <li key={scope}>
                {say(scopeWords[scope].name)} <ScopeCode name={scope} />
              </li>
            ))}
          </ul>
        </Fact>
        {client.madeBy !== null && (
          <Fact name={say('clients.madeBy')}>
            <bdi>{client.madeBy}</bdi>
          </Fact>
        )}
        <Fact name={say('clients.made')}>
          <time dateTime={createdAt} title={clientMoment(view, createdAt)}>
            {dayOf(view, createdAt)}
          </time>
        </Fact>
        <Fact name={say('apps.lastUsed')}>
          {lastUsedAt === null ? (
            say('apps.neverUsed')
          ) : (
            <time dateTime={lastUsedAt} title={clientMoment(view, lastUsedAt)}>
              {formatRelativeTime(view.languageTag, lastUsedAt, view.now) ?? say('apps.justNow')}
            </time>
          )}
        </Fact>
        {secrets.length > 0 && (
          <Fact name={say('clients.secrets')}>
            <ul>
              {secrets.map((secret: ClientSecretRowView) => (
                <li key={secret.createdAt}>
                  <SecretWords secret={secret} view={view} speak={speak} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <div class="client-acts">
        {!view.account?.isPaused && secrets.length > 0 && (
          <a class="button button-small" href={`${view.root}/clients/rotate?${query}`}>
            {say('clients.rotate')}
            <span class="out-of-sight"> {name}</span>
          </a>
        )}
        <a class="button button-small" href={`${view.root}/clients/revoke?${query}`}>
          {say('clients.revoke')}
          <span class="out-of-sight"> {name}</span>
        </a>
      </div>
    </li>
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

function dayOf({ languageTag }: ClientsView, iso: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(languageTag === 'en' ? 'en-GB' : languageTag, form).format(new Date(iso))
}
