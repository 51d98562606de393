import type { ConsentEndView } from '../../src/http/views/app-view.ts'
import { ConsentFrame } from './consent-frame.tsx'
import { speaker } from './messages.ts'

export function consentEndTitle(view: ConsentEndView): string {
  return `${speaker(view).say('consent.noAccountTitle')} · Timbre`
}

/** Replaces consent if the user has no account: what happened, and what to do. */
export function ConsentEndPage({ view }: { view: ConsentEndView }) {
  const { say } = speaker(view)
  const slots = { app: view.appName, email: view.email }
  return (
    <ConsentFrame name="consent-end" view={view} path={view.path} title={say('consent.noAccountHeading')}>
      <p>{say('consent.noAccountText', slots)}</p>
      {view.invitations !== undefined && (
        <p>
          <a href={view.invitations}>{say('consent.invitations')}</a>
        </p>
      )}
      <form method="post" action={view.switchTo.action}>
        {Object.entries(view.switchTo.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button class="button" type="submit">
          {say('consent.switchButton')}
        </button>
      </form>
      <form method="post" action={view.path}>
        <input type="hidden" name="proof" value={view.csrfToken} />
        <button class="button" type="submit" name="decision" value="deny">
          {say('consent.denyTo', slots)}
        </button>
      </form>
    </ConsentFrame>
  )
}
