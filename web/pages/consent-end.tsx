import type { ConsentEndView, OpenInvitations } from '../../src/http/views/app-view.ts'
import { ConsentFrame } from './consent-frame.tsx'
import { InvitationList } from './invitation-list.tsx'
import { type Speaker, speaker } from './messages.ts'

export function consentEndTitle(view: ConsentEndView): string {
  const speak = speaker(view)
  if (view.invitations) return `${invitedHeading(view.invitations, speak)} · Timbre`
  return `${speak.say('consent.noAccountTitle')} · Timbre`
}

/** Replaces consent if the user has no account: their invitations, or else what happened, and what to do. */
export function ConsentEndPage({ view }: { view: ConsentEndView }) {
  return view.invitations ? <Invited view={view} invitations={view.invitations} /> : <NoAccount view={view} />
}

/** The invitation itself. After accepting, the request continues where the person wanted to go. */
function Invited({ view, invitations }: { view: ConsentEndView; invitations: OpenInvitations }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <ConsentFrame
      name="consent-invited"
      view={view}
      path={view.path}
      title={invitedHeading(invitations, speak)}
    >
      {!view.isDashboard && <p>{say('consent.invitedFirst', { app: view.appName })}</p>}
      <OpenInvitationList invitations={invitations} isMain speak={speak} />
      <p>
        {say('consent.person')} <bdi>{view.email}</bdi>
      </p>
      <SwitchForm view={view} buttonClass="plain-button" words={say('consent.switch')} />
      {!view.isDashboard && <DenyForm view={view} speak={speak} />}
    </ConsentFrame>
  )
}

function NoAccount({ view }: { view: ConsentEndView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <ConsentFrame name="consent-end" view={view} path={view.path} title={say('consent.noAccountHeading')}>
      <p>{say('consent.noAccountText', { app: view.appName, email: view.email })}</p>
      <SwitchForm view={view} buttonClass="button" words={say('consent.switchButton')} />
      <DenyForm view={view} speak={speak} />
    </ConsentFrame>
  )
}

/** Answering one returns to the request. */
export function OpenInvitationList({
  invitations: { root, csrfToken, request, list },
  isMain = false,
  speak,
}: {
  invitations: OpenInvitations
  isMain?: boolean
  speak: Speaker
}) {
  const fields = { proof: csrfToken, request }
  return <InvitationList root={root} fields={fields} list={list} isMain={isMain} speak={speak} />
}

function invitedHeading({ list: [only, ...more] }: OpenInvitations, { say }: Speaker): string {
  if (only && more.length === 0) return say('consent.invitedHeading', { account: only.accountName })
  return say('members.invitations')
}

function SwitchForm({
  view: { switchTo },
  buttonClass,
  words,
}: {
  view: ConsentEndView
  buttonClass: string
  words: string
}) {
  return (
    <form method="post" action={switchTo.action}>
      {Object.entries(switchTo.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button class={buttonClass} type="submit">
        {words}
      </button>
    </form>
  )
}

function DenyForm({ view, speak }: { view: ConsentEndView; speak: Speaker }) {
  return (
    <form method="post" action={view.path}>
      <input type="hidden" name="proof" value={view.csrfToken} />
      <button class="button" type="submit" name="decision" value="deny">
        {speak.say('consent.denyTo', { app: view.appName })}
      </button>
    </form>
  )
}
