import type { Speaker } from './messages.ts'
import { speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'
import { ProblemIcon } from './problem-icon.tsx'
import type { PasskeysView } from './sign-in-view.ts'

export function passkeysTitle(view: PasskeysView): string {
  return `${speaker(view).say('passkeys.heading')} · Timbre`
}

/** The passkeys of whoever is signed in: add, name, remove; and signing out, here or everywhere. */
export function PasskeysPage({ view }: { view: PasskeysView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <div class="link-page">
      <PageHead view={view} speak={speak} path={view.path} />
      <main class="sign-in">
        <h1 class="page-title">{say('passkeys.heading')}</h1>
        <p class="lede">{say('passkeys.lede')}</p>
        <List view={view} speak={speak} />
        {view.mayAdd ? <Adding speak={speak} /> : <p class="note">{say('passkeys.enough')}</p>}
        <Leaving view={view} speak={speak} />
      </main>
    </div>
  )
}

function List({ view, speak }: { view: PasskeysView; speak: Speaker }) {
  const { say, date } = speak
  if (view.passkeys.length === 0) return <p class="empty">{say('passkeys.none')}</p>
  return (
    <ul class="passkeys">
      {view.passkeys.map(({ id, name, createdAt, lastUsedAt }, index) => (
        <li key={id}>
          <form class="passkey-name" method="post" action={view.actions.rename}>
            <input type="hidden" name="id" value={id} />
            <label class="out-of-sight" for={`name-${index}`}>
              {say('passkeys.nameOf', { name })}
            </label>
            <input class="field" id={`name-${index}`} name="name" value={name} maxLength={60} required />
            <button class="button" type="submit" aria-label={say('passkeys.renameOf', { name })}>
              {say('passkeys.rename')}
            </button>
            <button
              class="button"
              type="submit"
              formAction={view.actions.remove}
              formNoValidate
              aria-label={say('passkeys.removeOf', { name })}
            >
              {say('passkeys.remove')}
            </button>
          </form>
          <p class="note">
            {say('passkeys.added', { date: date(createdAt) })}{' '}
            {lastUsedAt === null
              ? say('passkeys.neverUsed')
              : say('passkeys.used', { date: date(lastUsedAt) })}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Adding({ speak: { say } }: { speak: Speaker }) {
  return (
    <>
      <form class="share-form passkey" id="passkey" hidden>
        <div class="share-field">
          <label for="new-name">{say('passkeys.name')}</label>
          <input class="field" id="new-name" name="name" maxLength={60} required autocomplete="off" />
          <p class="note">{say('passkeys.nameHint')}</p>
        </div>
        <button class="button button-main main" type="submit">
          {say('passkeys.add')}
        </button>
        <p class="problem" role="alert" hidden>
          <ProblemIcon />
          {say('passkeys.refused')}
        </p>
      </form>
      <p class="note without-script">{say('passkeys.needsScript')}</p>
    </>
  )
}

function Leaving({ view, speak: { say } }: { view: PasskeysView; speak: Speaker }) {
  return (
    <section class="leaving">
      <h2 class="section">{say('signOut.heading')}</h2>
      <p>
        {say('signOut.who', { email: view.email })} <a href={view.apps}>{say('signOut.apps')}</a>
      </p>
      <div class="leaving-forms">
        <form method="post" action={view.actions.signOut}>
          <button class="button" type="submit">
            {say('signOut.here')}
          </button>
        </form>
        <form method="post" action={view.actions.signOutEverywhere}>
          <button class="button" type="submit">
            {say('signOut.everywhere')}
          </button>
        </form>
      </div>
      <p class="note">{say('signOut.everywhereText')}</p>
    </section>
  )
}
