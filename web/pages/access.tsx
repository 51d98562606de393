import type { ComponentChildren } from 'preact'
import type { AccessView, PasskeyNeededView } from '../../src/http/views/access-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import accessStyles from './access.css?inline'
import { AccessGroup } from './access-group.tsx'
import { LinkSections } from './access-links.tsx'
import { Accounts } from './accounts.tsx'
import apps from './apps.css?inline'
import { renderDocument } from './document.tsx'
import members from './members.css?inline'
import { type Speaker, speaker } from './messages.ts'
import { scopeGroups, scopeWords } from './scope-words.ts'
import { SignedInPage, signedInStyles } from './signed-in.tsx'

const styles = signedInStyles + members + apps + accessStyles

/** `/access`: everything with access to an account, with a way to revoke each. */
export function renderAccess(view: AccessView): RenderedPage {
  const title = `${speaker(view).say('nav.access')} · ${view.account?.name ?? 'Timbre'}`
  return renderDocument({
    languageTag: view.languageTag,
    theme: view.theme,
    title,
    styles,
    body: <AccessPage view={view} />,
  })
}

/** Any page of an account that requires passkeys, for a user who signed in without one. */
export function renderPasskeyNeeded(view: PasskeyNeededView): RenderedPage {
  const speak = speaker(view)
  const heading = speak.say('require.blockedHeading', { account: view.accountName })
  const body = (
    <SignedInPage view={view} speak={speak} at="passkeys" isBelow mainClass="members-page">
      <h1 class="page-title">{heading}</h1>
      <p class="lede">{speak.say('require.blockedText')}</p>
      <div class="members-question">
        <a class="button" href={view.add}>
          {speak.say('require.add')}
        </a>
        <a class="button button-main" href={view.signIn}>
          {speak.say('require.signIn')}
        </a>
      </div>
    </SignedInPage>
  )
  return renderDocument({
    languageTag: view.languageTag,
    theme: view.theme,
    title: `${heading} · Timbre`,
    styles,
    body,
  })
}

type Reach = NonNullable<NonNullable<AccessView['account']>['reach']>
type Part = { view: AccessView; speak: Speaker }

function AccessPage({ view }: { view: AccessView }) {
  const speak = speaker(view)
  const { say } = speak
  const { account, root, email } = view
  const here = account ? `${root}/access?account=${account.id}` : `${root}/access`
  return (
    <SignedInPage view={view} speak={speak} at="access" path={here} mainClass="members-page access-page">
      <h1 class="page-title">
        {account ? say('access.heading', { account: account.name }) : say('nav.access')}
      </h1>
      {account?.isAllowed && <p class="lede">{say('access.lede')}</p>}
      {view.isDone && (
        <p class="members-word" role="status">
          {say('access.done')}
        </p>
      )}
      <Accounts view={view} speak={speak} at="access" />
      {!account && <p class="lede">{say('members.none', { email })}</p>}
      {account && !account.isAllowed && (
        <p class="members-word">{say('access.notAllowed', { account: account.name })}</p>
      )}
      {account?.isAllowed && !account.reach && <p class="members-word">{say('members.away')}</p>}
      {account?.reach?.own && (
        <>
          <Requirement view={view} speak={speak} reach={account.reach} accountId={account.id} />
          <Own view={view} speak={speak} own={account.reach.own} accountId={account.id} />
        </>
      )}
      {account?.reach && <LinkSections view={view} speak={speak} reach={account.reach} />}
    </SignedInPage>
  )
}

/** Whether members must sign in with a passkey. */
function Requirement({ view, speak: { say }, reach, accountId }: Part & { reach: Reach; accountId: string }) {
  const { requirePasskey, hasPasskeySession } = reach
  return (
    <section class="members-section" aria-labelledby="require">
      <h2 id="require" class="section">
        {say('require.heading')}
      </h2>
      <p>{say(requirePasskey ? 'require.on' : 'require.off')}</p>
      {!requirePasskey && <p class="second muted">{say('require.hint')}</p>}
      {hasPasskeySession ? (
        <form class="access-more" method="post" action={`${view.root}/access/require-passkey`}>
          <input type="hidden" name="proof" value={view.csrfToken} />
          <input type="hidden" name="account" value={accountId} />
          <button class="button" type="submit" name="require" value={requirePasskey ? 'off' : 'on'}>
            {say(requirePasskey ? 'require.turnOff' : 'require.turnOn')}
          </button>
        </form>
      ) : (
        <p class="access-more">
          {say('require.needOwn')} <a href={`${view.root}/passkeys`}>{say('nav.passkeys')}</a>
        </p>
      )}
      <p class="access-more">
        {say('company.lede')} <a href={`${view.root}/company?account=${accountId}`}>{say('nav.company')}</a>
      </p>
    </section>
  )
}

type Own = NonNullable<Reach['own']>

/** API keys, apps and members: few enough for one page, each with a link to revoke it. */
function Own({ view, speak, own, accountId }: Part & { own: Own; accountId: string }) {
  const { say } = speak
  const { root } = view
  return (
    <>
      <Section id="keys" heading={say('nav.clients')} count={own.clients.length} view={view} speak={speak}>
        {own.clients.map(({ clientId, name, scopes, madeBy, createdAt, lastUsedAt }) => (
          <li key={clientId} class="row access-row">
            <div>
              <p class="statement">
                <bdi>{name}</bdi>
              </p>
              <p class="second muted">{mayOf(scopes, speak)}</p>
              <p class="second muted">
                {facts(speak, { createdAt, lastUsedAt })}
                {madeBy !== null && ` · ${say('clients.madeBy')}: ${madeBy}`}
              </p>
            </div>
            <a
              class="button button-small"
              href={`${root}/clients/revoke?account=${accountId}&client=${clientId}`}
            >
              {say('clients.revoke')}
              <span class="out-of-sight"> {name}</span>
            </a>
          </li>
        ))}
      </Section>
      <Section id="apps" heading={say('nav.apps')} count={own.apps.length} view={view} speak={speak}>
        {own.apps.map(({ grantId, appName, address, email, scopes, createdAt, lastUsedAt, accountName }) => (
          <li key={grantId} class="row access-row">
            <div>
              <p class="statement">
                <bdi>{appName}</bdi> <span class="second muted">{address}</span>
              </p>
              <p class="second muted">{mayOf(scopes, speak)}</p>
              <p class="second muted">
                {facts(speak, { createdAt, lastUsedAt })} · {say('apps.by')}: {email ?? view.email}
              </p>
            </div>
            <form method="post" action={`${root}/apps`}>
              <input type="hidden" name="proof" value={view.appsCsrfToken} />
              <input type="hidden" name="grant" value={grantId} />
              <button
                class="button button-small"
                type="submit"
                aria-label={say('apps.disconnectName', { app: appName, account: accountName })}
              >
                {say('apps.disconnect')}
              </button>
            </form>
          </li>
        ))}
      </Section>
      <Section id="members" heading={say('nav.members')} count={own.members.length} view={view} speak={speak}>
        {own.members.map(({ id, email, role, state, expiresAt, isSelf, mayRemove }) => (
          <li key={id} class="row access-row">
            <div>
              <p class="statement">
                {email} {isSelf && <span class="second muted">{say('members.you')}</span>}
              </p>
              <p class="second muted">
                {say(`members.role.${role}`)}
                {state === 'invited' &&
                  ` · ${say('members.openUntil', { date: speak.date(expiresAt ?? '') })}`}
                {state === 'expired' && ` · ${say('members.expired')}`}
              </p>
            </div>
            {mayRemove && (
              <a
                class="button button-small"
                href={`${root}/members/remove?account=${accountId}&member=${id}`}
              >
                {say(
                  isSelf
                    ? 'members.leaveLink'
                    : state === 'accepted'
                      ? 'members.removeLink'
                      : 'members.takeBackLink',
                )}
                <span class="out-of-sight"> {email}</span>
              </a>
            )}
          </li>
        ))}
      </Section>
    </>
  )
}

function Section({
  id,
  heading,
  count,
  view,
  speak,
  children,
}: Part & { id: string; heading: string; count: number; children: ComponentChildren }) {
  return (
    <AccessGroup id={id} heading={heading} count={count} isOpen={view.opened === id} speak={speak}>
      <ul class="rule">{children}</ul>
    </AccessGroup>
  )
}

function mayOf(scopeNames: readonly string[], { say }: Speaker): string {
  const scopes = scopeGroups.flatMap(({ scopes }) => scopes).filter((scope) => scopeNames.includes(scope))
  return scopes.map((scope) => say(scopeWords[scope].name)).join(' · ')
}

function facts(
  { say, date }: Speaker,
  { createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null },
): string {
  const used = lastUsedAt === null ? say('apps.neverUsed') : `${say('apps.lastUsed')}: ${date(lastUsedAt)}`
  return `${say('access.made')}: ${date(createdAt)} · ${used}`
}
