import type { ClientSecretView } from '../../src/http/views/clients-view.ts'
import { clientMoment } from './client-words.tsx'
import { CopyableText } from './copyable-text.tsx'
import { speaker } from './messages.ts'
import { SignedInPage } from './signed-in.tsx'

/** A new secret, shown once: to copy, or to download as a file. */
export function ClientSecretPage({ view }: { view: ClientSecretView }) {
  const speak = speaker(view)
  const { say } = speak
  const back = `${view.root}/clients?account=${view.account.id}`
  return (
    <SignedInPage view={view} speak={speak} at="clients" isBelow path={back} mainClass="clients-page">
      <h1 class="page-title">{say('clients.newHeading', { name: view.name })}</h1>
      <p class="lede" role="status">
        {say('clients.newLede')}
      </p>
      {view.older && (
        <p class="members-word">
          {view.older.endsAt === null
            ? say('clients.olderEnded')
            : say('clients.olderEnds', { time: clientMoment(view, view.older.endsAt) })}
        </p>
      )}
      <CopyableText file={say('clients.id')} text={view.clientId} speak={speak} label={say('clients.id')} />
      <CopyableText
        file={say('clients.secret')}
        text={view.clientSecret}
        speak={speak}
        label={say('clients.secret')}
      />
      <p class="client-files">
        <a class="button" download="timbre-client.json" href={dataOf('application/json', view.files.json)}>
          {say('clients.downloadJson')}
        </a>
        <a class="button" download="timbre-client.env" href={dataOf('text/plain', view.files.env)}>
          {say('clients.downloadEnv')}
        </a>
      </p>
      <p class="second client-token">{say('clients.token')}</p>
      <CopyableText text={view.command} speak={speak} label="curl" />
      <p class="client-back">
        <a href={back}>{say('clients.back')}</a>
      </p>
    </SignedInPage>
  )
}

/** The file is a data URL, so nothing is requested or stored. */
function dataOf(type: string, text: string): string {
  return `data:${type};charset=utf-8,${encodeURIComponent(text)}`
}
