import type {
  ClientRevocationView,
  ClientRotationView,
  ClientRowView,
  ClientSecretRowView,
} from '../../src/http/views/clients-view.ts'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import { SecretWords } from './client-words.tsx'
import { Icon } from './icon.tsx'
import { speaker } from './messages.ts'
import { SignedInPage } from './signed-in.tsx'

const overlaps = [
  ['now', 'clients.overlapNow'],
  ['hour', 'clients.overlapHour'],
  ['day', 'clients.overlapDay'],
  ['week', 'clients.overlapWeek'],
] as const satisfies readonly (readonly [string, MessageKey])[]

/** How long the present secret stays valid next to a new one; if two are valid, which of them. */
export function ClientRotationPage({ view }: { view: ClientRotationView }) {
  const speak = speaker(view)
  const { say } = speak
  const { account, client, root } = view
  const newest = client.secrets.at(-1)
  return (
    <SignedInPage
      view={view}
      speak={speak}
      at="clients"
      isBelow
      path={`${root}/clients/rotate?account=${account.id}&client=${client.clientId}`}
      mainClass="clients-page"
    >
      <h1 class="page-title">{say('clients.rotateHeading', { name: client.name })}</h1>
      <p class="lede">{say('clients.rotateLede')}</p>
      {view.hasReauthenticated && (
        <p class="members-word" role="status">
          {say('again.back')}
        </p>
      )}
      <form method="post" action={`${root}/clients/rotate`}>
        <HiddenFields view={view} />
        <input type="hidden" name="newest" value={newest?.createdAt ?? ''} />
        {client.secrets.length > 1 && (
          <fieldset class="member-roles">
            <legend>{say('clients.keep')}</legend>
            <p class="second muted">{say('clients.keepNote')}</p>
            {client.secrets.map((secret) => (
              <label key={secret.createdAt} class="member-choice row">
                <input type="radio" name="keep" value={secret.createdAt} checked={secret === inUse(client)} />
                <SecretWords secret={secret} view={view} speak={speak} />
              </label>
            ))}
          </fieldset>
        )}
        <fieldset class="member-roles">
          <legend>{say('clients.overlap')}</legend>
          {overlaps.map(([value, words]) => (
            <label key={value} class="member-choice row">
              <input type="radio" name="overlap" value={value} checked={value === 'day'} />
              <span>{say(words)}</span>
            </label>
          ))}
        </fieldset>
        <Buttons view={view} cancel={say('members.cancel')} go={say('clients.rotateButton')} />
      </form>
    </SignedInPage>
  )
}

/** The secret that was last used, or else the newest. */
function inUse({ secrets }: ClientRowView): ClientSecretRowView | undefined {
  const used = secrets.filter(({ lastUsedAt }) => lastUsedAt !== null)
  return (
    used.toSorted((a, b) => Date.parse(a.lastUsedAt ?? '') - Date.parse(b.lastUsedAt ?? '')).at(-1) ??
    secrets.at(-1)
  )
}

/** Confirmation before an API key is revoked: type its name. */
export function ClientRevocationPage({ view }: { view: ClientRevocationView }) {
  const speak = speaker(view)
  const { say } = speak
  const { account, client, root, problem } = view
  return (
    <SignedInPage
      view={view}
      speak={speak}
      at="clients"
      isBelow
      path={`${root}/clients/revoke?account=${account.id}&client=${client.clientId}`}
      mainClass="clients-page"
    >
      <h1 class="page-title">{say('clients.revokeHeading', { name: client.name })}</h1>
      <p class="lede">{say('clients.revokeLede')}</p>
      <form class="client-revocation" method="post" action={`${root}/clients/revoke`} noValidate>
        <HiddenFields view={view} />
        <div class="member-email">
          <label for="client-name">{say('clients.revokeName', { name: client.name })}</label>
          {problem && (
            <p class="problem second" id="name-problem" role="alert">
              <Icon name="warning" size={16} />
              {say(problem, { name: client.name })}
            </p>
          )}
          <input
            class="field"
            id="client-name"
            name="name"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            required
            value={view.typed ?? ''}
            aria-invalid={problem ? 'true' : undefined}
            aria-describedby={problem ? 'name-problem' : undefined}
            autofocus
          />
        </div>
        <Buttons view={view} cancel={say('members.cancel')} go={say('clients.revokeButton')} />
      </form>
    </SignedInPage>
  )
}

type View = ClientRotationView | ClientRevocationView

function HiddenFields({ view: { csrfToken, account, client } }: { view: View }) {
  return (
    <>
      <input type="hidden" name="proof" value={csrfToken} />
      <input type="hidden" name="account" value={account.id} />
      <input type="hidden" name="client" value={client.clientId} />
    </>
  )
}

function Buttons({ view, cancel, go }: { view: View; cancel: string; go: string }) {
  return (
    <div class="members-question">
      <a class="button" href={`${view.root}/clients?account=${view.account.id}`}>
        {cancel}
      </a>
      <button class="button button-main" type="submit">
        {go}
      </button>
    </div>
  )
}
