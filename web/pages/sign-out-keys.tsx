import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { SignOutKeysView } from '../../src/http/views/sign-out-view.ts'
import apps from './apps.css?inline'
import { renderDocument } from './document.tsx'
import members from './members.css?inline'
import { speaker } from './messages.ts'
import { SignedInPage, signedInStyles } from './signed-in.tsx'

/** `POST /sign-out/everywhere` by a user who created API keys: whether to revoke them too. */
export function renderSignOutKeys(view: SignOutKeysView): RenderedPage {
  const { say } = speaker(view)
  const title = `${say('signOut.everywhere')} · Timbre`
  const styles = signedInStyles + members + apps
  return renderDocument({
    languageTag: view.languageTag,
    theme: view.theme,
    title,
    styles,
    body: <SignOutKeysPage view={view} />,
  })
}

function SignOutKeysPage({ view }: { view: SignOutKeysView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <SignedInPage view={view} speak={speak} at="clients" isBelow mainClass="members-page" isLeaving>
      <h1 class="page-title">{say('signOut.everywhere')}</h1>
      <p class="lede">{say('signOut.keysLede')}</p>
      <form method="post" action={`${view.root}/sign-out/everywhere`}>
        <input type="hidden" name="proof" value={view.csrfToken} />
        <fieldset class="member-roles">
          <legend>{say('nav.clients')}</legend>
          {view.keys.map(({ value, name, accountName }) => (
            <label key={value} class="member-choice row">
              <input type="checkbox" name="key" value={value} checked />
              <span>
                <bdi>{name}</bdi> <span class="muted">{say('apps.in', { account: accountName })}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="members-question">
          <button class="button" type="submit" name="keys" value="keep">
            {say('signOut.keysKeep')}
          </button>
          <button class="button button-main" type="submit" name="keys" value="revoke">
            {say('signOut.keysRevoke')}
          </button>
        </div>
      </form>
    </SignedInPage>
  )
}
