import type { ConsentView, ScopeName } from '../../src/http/views/app-view.ts'
import type { Speaker } from './messages.ts'
import { scopeGroups, scopeWords } from './scope-words.ts'

/** One checkbox per requested scope, read scopes first. */
export function ConsentScopes({ view, speak }: { view: ConsentView; speak: Speaker }) {
  return (
    <>
      {scopeGroups.map(({ title, scopes }) => {
        const requested = view.scopes.filter(({ name }) => (scopes as readonly ScopeName[]).includes(name))
        if (requested.length === 0) return null
        const inOrder = scopes.flatMap((name) => requested.filter((one) => one.name === name))
        return (
          <fieldset key={title} class="scope-group">
            <legend class="note">{speak.say(title)}</legend>
            {inOrder.map((scope) => (
              <ScopeBox key={scope.name} view={view} speak={speak} scope={scope} />
            ))}
          </fieldset>
        )
      })}
    </>
  )
}

function ScopeBox({
  view,
  speak,
  scope: { name, isChecked },
}: {
  view: ConsentView
  speak: Speaker
  scope: ConsentView['scopes'][number]
}) {
  const { say } = speak
  const words = scopeWords[name]
  const id = `scope-${name.replace(':', '-')}`
  const refusing = view.accounts.filter(({ beyondRole }) => beyondRole.includes(name))
  const isRefused = refusing.length === view.accounts.length
  const names = new Intl.ListFormat(view.languageTag).format(refusing.map((one) => one.name))
  const somewhere = isRefused ? say('consent.beyondRole') : say('consent.beyondRoleIn', { accounts: names })
  const beyond = refusing.length > 0 ? somewhere : ''
  return (
    <div class={isRefused ? 'scope scope-refused' : 'scope'}>
      <input
        type="checkbox"
        id={id}
        name="scope"
        value={name}
        checked={isChecked && !isRefused}
        disabled={isRefused}
        aria-describedby={`${id}-text`}
      />
      <div>
        <div class="scope-head">
          <label for={id}>{say(words.name)}</label>
          {words.risk && <span class="risk">{say(words.risk)}</span>}
        </div>
        <p class="scope-text" id={`${id}-text`}>
          {speak.together([say(words.text), beyond])}
        </p>
      </div>
    </div>
  )
}
