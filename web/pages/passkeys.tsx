import type { PasskeysView } from '../../src/http/views/sign-in-view.ts'
import type { Speaker } from './messages.ts'
import { speaker } from './messages.ts'
import page from './passkeys.css?inline'
import { ProblemIcon } from './problem-icon.tsx'
import shareStyles from './share.css?inline'
import { SignedInPage, signedInStyles } from './signed-in.tsx'

/** Styles of the page, after the tokens. */
export const passkeysStyles = signedInStyles + shareStyles + page

export function passkeysTitle(view: PasskeysView): string {
  return `${speaker(view).say('passkeys.heading')} · Timbre`
}

/** Passkeys of the signed-in user: add, rename, remove; and signing out, here or everywhere. */
export function PasskeysPage({ view }: { view: PasskeysView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <SignedInPage view={view} speak={speak} at="passkeys" mainClass="passkeys-page">
      <h1 class="page-title">{say('passkeys.heading')}</h1>
      <p class="lede">{say('passkeys.lede')}</p>
      <List view={view} speak={speak} />
      <Change view={view} speak={speak} />
    </SignedInPage>
  )
}

function List({ view, speak }: { view: PasskeysView; speak: Speaker }) {
  const { say, date } = speak
  if (view.passkeys.length === 0) return <p class="empty">{say('passkeys.none')}</p>
  return (
    <ul class="passkeys">
      {view.passkeys.map(({ id, name, createdAt, lastUsedAt }, index) => (
        <li key={id}>
          <form class="passkey-name" method="post" action={`${view.root}/passkeys/rename`}>
            <input type="hidden" name="id" value={id} />
            <label class="out-of-sight" for={`name-${index}`}>
              {say('passkeys.nameOf', { name })}
            </label>
            <input class="field" id={`name-${index}`} name="name" value={name} maxLength={60} required />
            <button class="button" type="submit" aria-label={say('passkeys.renameOf', { name })}>
              {say('passkeys.rename')}
            </button>
            {!view.signInAgain && (
              <button
                class="button"
                type="submit"
                formAction={`${view.root}/passkeys/remove`}
                formNoValidate
                aria-label={say('passkeys.removeOf', { name })}
              >
                {say('passkeys.remove')}
              </button>
            )}
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

function Change({ view, speak }: { view: PasskeysView; speak: Speaker }) {
  const { say } = speak
  if (view.signInAgain) {
    return (
      <p class="note">
        {say(view.needsOwn ? 'require.fixed' : 'passkeys.again')}{' '}
        <a href={view.signInAgain}>{say('passkeys.signIn')}</a>
      </p>
    )
  }
  return view.mayAdd ? <Adding speak={speak} /> : <p class="note">{say('passkeys.enough')}</p>
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
