import type { ComponentChildren } from 'preact'
import type { ConsentView } from '../../src/http/views/app-view.ts'
import { OpenInvitationList } from './consent-end.tsx'
import { ConsentFrame } from './consent-frame.tsx'
import { ConsentScopes } from './consent-scopes.tsx'
import { Icon } from './icon.tsx'
import { type Speaker, speaker } from './messages.ts'
import { formatRelativeTime } from './relative-time.ts'

/** The document title. */
export function consentTitle(view: ConsentView): string {
  const { say } = speaker(view)
  return view.isDashboard ? say('choose.title') : say('consent.title', { app: view.appName })
}

/**
 * An app's request as one form. It works without a script and keeps no state: what is posted is what the person saw.
 */
export function ConsentPage({ view }: { view: ConsentView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <ConsentFrame
      view={view}
      path={view.path}
      title={
        view.isDashboard ? (
          say('choose.heading')
        ) : (
          <WithSlot text={say('consent.heading')} slot="{app}">
            <bdi>{view.appName}</bdi>
          </WithSlot>
        )
      }
    >
      {view.problem && (
        <p class="problem consent-problem" role="alert">
          <Icon name="warning" size={18} />
          <span>{problemWords(view, speak)}</span>
        </p>
      )}
      <form method="post" action={view.path} class="document">
        <input type="hidden" name="proof" value={view.csrfToken} />
        {!view.isDashboard && (
          <Clause label={say('consent.returns')}>
            <ReturnsTo view={view} speak={speak} />
          </Clause>
        )}
        <Clause label={say('consent.account')} labelId="account-label">
          {view.isDashboard ? (
            <AccountButtons view={view} speak={speak} />
          ) : (
            <Account view={view} speak={speak} />
          )}
        </Clause>
        <Clause label={say('consent.person')}>
          <p>{view.email}</p>
          <button class="plain-button" type="submit" form="switch">
            {say('consent.switch')}
          </button>
        </Clause>
        {!view.isDashboard && (
          <>
            <Clause label={say('consent.may')}>
              <ConsentScopes view={view} speak={speak} />
            </Clause>
            <Clause label={say('consent.until')}>
              <p>{say('consent.untilText')}</p>
            </Clause>
          </>
        )}
        {!view.isDashboard && (
          <div class="decision">
            <button class="button" type="submit" name="decision" value="deny">
              {say('consent.deny')}
            </button>
            <button class="button button-main" type="submit" name="decision" value="allow">
              {say('consent.allow')}
            </button>
          </div>
        )}
      </form>
      {view.isDashboard && (
        <form method="post" action={view.path} class="decision">
          <input type="hidden" name="proof" value={view.csrfToken} />
          <button class="button" type="submit" name="decision" value="deny">
            {say('consent.deny')}
          </button>
        </form>
      )}
      <form id="switch" method="post" action={view.switchTo.action}>
        {Object.entries(view.switchTo.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      {view.invitations && (
        <section class="consent-invitations" aria-labelledby="invitations">
          <h2 id="invitations" class="section">
            {say('members.invitations')}
          </h2>
          <OpenInvitationList invitations={view.invitations} speak={speak} />
        </section>
      )}
    </ConsentFrame>
  )
}

function Clause({
  label,
  labelId,
  children,
}: {
  label: string
  labelId?: string
  children: ComponentChildren
}) {
  return (
    <div class="clause">
      <p class="clause-label" id={labelId}>
        {label}
      </p>
      <div class="clause-text">{children}</div>
    </div>
  )
}

function ReturnsTo({ view, speak }: { view: ConsentView; speak: Speaker }) {
  const { kind, address } = view.returnsTo
  return (
    <>
      {kind === 'computer' && <p>{speak.say('consent.computer')}</p>}
      {kind === 'device' && <p>{speak.say('consent.device')}</p>}
      <p class={kind === 'site' ? 'address' : 'address address-beside'} dir="ltr">
        {address}
      </p>
      {view.warning && (
        <p class="warning">
          <Icon name="warning" size={16} />
          <span>{warningWords(view, speak)}</span>
        </p>
      )}
    </>
  )
}

/** One warning, the most serious one: people don't read more than one. */
function warningWords({ warning, languageTag }: ConsentView, { say }: Speaker): string {
  if (!warning) return ''
  const { kind, host = '', registeredAt, now, isLoopback } = warning
  if (kind === 'registered') return say('consent.warnLoopback')
  if (kind === 'document')
    return say(isLoopback ? 'consent.warnDocumentLoopback' : 'consent.warnDocument', { host })
  const since = registeredAt === undefined ? undefined : formatRelativeTime(languageTag, registeredAt, now)
  if (since === undefined) return say(isLoopback ? 'consent.warnNewLoopback' : 'consent.warnNew')
  return say(isLoopback ? 'consent.warnDynamicLoopback' : 'consent.warnDynamic', { ago: since })
}

/** For the dashboard: each account is a button that goes on by itself. */
function AccountButtons({ view, speak: { say } }: { view: ConsentView; speak: Speaker }) {
  return (
    <>
      <input type="hidden" name="decision" value="allow" />
      {view.scopes.map(({ name }) => (
        <input key={name} type="hidden" name="scope" value={name} />
      ))}
      <ul class="account-buttons" aria-labelledby="account-label">
        {view.accounts.map(({ id, name, role, isPaused, isCurrent }) => (
          <li key={id}>
            <button class="button" type="submit" name="account" value={id}>
              <bdi>{name}</bdi>
              <span class="note">
                {say(`members.role.${role}`)}
                {isCurrent && ` · ${say('choose.current')}`}
                {isPaused && ` ${say('consent.pausedNote')}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p class="note">{say('choose.note')}</p>
    </>
  )
}

function Account({ view, speak: { say } }: { view: ConsentView; speak: Speaker }) {
  const [only, ...more] = view.accounts
  if (only && more.length === 0) {
    return (
      <p>
        <input type="hidden" name="account" value={only.id} />
        <bdi>{only.name}</bdi>
        {!view.isDashboard && <span class="muted"> {say('consent.noOther')}</span>}
        {only.isPaused && <span class="muted"> {say('consent.pausedNote')}</span>}
      </p>
    )
  }
  return (
    <div
      role="radiogroup"
      aria-required="true"
      aria-labelledby="account-label"
      aria-describedby="account-note"
      aria-invalid={view.problem === 'noAccountChosen' ? 'true' : undefined}
    >
      {view.accounts.map(({ id, name, role, isPaused }) => (
        <label key={id} class="account-choice">
          <input type="radio" name="account" value={id} checked={id === view.chosenAccountId} />
          <span>
            <bdi>{name}</bdi> <span class="muted">{say(`members.role.${role}`)}</span>
            {isPaused && <span class="muted"> {say('consent.pausedNote')}</span>}
          </span>
        </label>
      ))}
      <p class="note" id="account-note">
        {say('consent.accountNote')}
      </p>
    </div>
  )
}

function problemWords(view: ConsentView, { say }: Speaker): string {
  if (view.problem === 'noAccountChosen')
    return say(view.isDashboard ? 'choose.problem' : 'consent.problemAccount')
  const chosen = view.accounts.find(({ id }) => id === view.chosenAccountId)
  const account = chosen?.name ?? ''
  return say(view.problem === 'tooManyApps' ? 'consent.problemApps' : 'consent.problemRole', { account })
}

/** A text with an element in place of a slot, since languages differ in word order. */
function WithSlot({ text, slot, children }: { text: string; slot: string; children: ComponentChildren }) {
  const [before = '', after = ''] = text.split(slot)
  return (
    <>
      {before}
      <strong>{children}</strong>
      {after}
    </>
  )
}
