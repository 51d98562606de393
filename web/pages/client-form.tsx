import type { ScopeName } from '../../src/http/views/app-view.ts'
import type { ClientsView } from '../../src/http/views/clients-view.ts'
import { Icon } from './icon.tsx'
import type { Speaker } from './messages.ts'
import { scopeGroups, scopeWords } from './scope-words.ts'

/** The form to create an API key: a name, and permissions in the words of consent. Reading is preselected. */
export function ClientForm({
  view,
  account,
  speak,
}: {
  view: ClientsView
  account: NonNullable<ClientsView['account']>
  speak: Speaker
}) {
  const { say } = speak
  const isWrong = view.problem === 'clients.problem.name'
  return (
    <section class="members-section" aria-labelledby="create">
      <h2 id="create" class="section">
        {say('clients.create')}
      </h2>
      <form class="member-invite rule" method="post" action={`${view.root}/clients/create`} noValidate>
        <input type="hidden" name="proof" value={view.csrfToken} />
        <input type="hidden" name="account" value={account.id} />
        <input type="hidden" name="form" value={view.formId} />
        <div class="member-email">
          <label for="client-name">{say('clients.name')}</label>
          {isWrong && (
            <p class="problem second" id="name-problem" role="alert">
              <Icon name="warning" size={16} />
              {say('clients.problem.name')}
            </p>
          )}
          <input
            class="field"
            id="client-name"
            name="name"
            maxLength={100}
            required
            autocomplete="off"
            value={view.typed?.name ?? ''}
            aria-invalid={isWrong ? 'true' : undefined}
            aria-describedby={isWrong ? 'name-problem name-hint' : 'name-hint'}
            autofocus={isWrong}
          />
          <p class="note" id="name-hint">
            {say('clients.nameHint')}
          </p>
        </div>
        <fieldset class="member-roles">
          <legend>{say('clients.scopes')}</legend>
          {scopeGroups.flatMap(({ title, scopes }) =>
            scopes.map((name) => (
              <ScopeBox key={name} name={name} isChecked={isChosen(view, name, title)} speak={speak} />
            )),
          )}
        </fieldset>
        <button class="button button-main" type="submit">
          {say('clients.submit')}
        </button>
      </form>
    </section>
  )
}

function isChosen({ typed }: ClientsView, name: ScopeName, group: string): boolean {
  return typed ? typed.scopes.includes(name) : group === 'consent.read'
}

/** As programs and their instructions write it. */
export function ScopeCode({ name }: { name: ScopeName }) {
  return (
    <code class="client-scope-name" dir="ltr" translate={false}>
      {name}
    </code>
  )
}

function ScopeBox({
  name,
  isChecked,
  speak: { say },
}: {
  name: ScopeName
  isChecked: boolean
  speak: Speaker
}) {
  const { name: title, text, risk } = scopeWords[name]
  return (
    <label class="member-choice row">
      <input type="checkbox" name="scope" value={name} checked={isChecked} />
      <span>
        <span class="member-choice-name">{say(title)}</span> <ScopeCode name={name} />{' '}
        {risk && <span class="client-risk">{say(risk)}</span>}{' '}
        <span class="second muted client-scope">{say(text)}</span>
      </span>
    </label>
  )
}
