import type { SignInView } from '../../src/http/views/sign-in-view.ts'
import type { Speaker } from './messages.ts'
import { speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'
import pageStyles from './pages.css?inline'
import { ProblemIcon } from './problem-icon.tsx'
import shareStyles from './share.css?inline'
import signInStyles from './sign-in.css?inline'

/** Styles of the sign-in pages. */
export const signInPageStyles = pageStyles + shareStyles + signInStyles

export function signInTitle(view: SignInView): string {
  const { say } = speaker(view)
  const title = say(view.state === 'code' ? 'signIn.codeHeading' : 'signIn.heading')
  return `${view.problem ? say('signIn.problemTitle', { title }) : title} · Timbre`
}

/** An address, then a code. Viewing the page changes nothing, and both steps are forms that work without a script. */
export function SignInPage({ view }: { view: SignInView }) {
  const speak = speaker(view)
  return (
    <div class="link-page">
      <PageHead view={view} speak={speak} path={view.action} isScripted />
      <main class="sign-in">
        {view.state === 'code' ? <Code view={view} speak={speak} /> : <Address view={view} speak={speak} />}
      </main>
    </div>
  )
}

type Part = { view: SignInView; speak: Speaker }

function Address({ view, speak }: Part) {
  const { say } = speak
  return (
    <>
      <h1 class="page-title">{say('signIn.heading')}</h1>
      <p class="lede">{say('signIn.lede')}</p>
      <SignedInNotice view={view} speak={speak} />
      <WaitingApp view={view} speak={speak} />
      {view.problem === 'over' && (
        <p class="problem banner" role="alert">
          <ProblemIcon />
          {say('signIn.over')}
        </p>
      )}
      <form class="link-form share-form" method="post" action={view.action} noValidate>
        <div class="share-field">
          <label for="email">{say('signIn.email')}</label>
          {view.problem === 'email' && <Problem text={say('signIn.emailUnreadable')} />}
          <input
            class="field"
            id="email"
            name="email"
            type="text"
            inputMode="email"
            autocomplete="email"
            autocapitalize="off"
            spellcheck={false}
            required
            value={view.email ?? ''}
            aria-invalid={view.problem === 'email' ? 'true' : undefined}
            aria-describedby={view.problem === 'email' ? 'problem' : undefined}
            autofocus
          />
        </div>
        <button class="button button-main button-taking main" type="submit">
          {say('signIn.send')}
        </button>
      </form>
      {/* The script shows this if the browser supports passkeys. */}
      <div class="passkey" id="passkey" hidden>
        <button class="button button-taking main" type="button">
          {say('signIn.passkey')}
        </button>
        <p class="problem" role="alert" hidden>
          <ProblemIcon />
          {say('signIn.passkeyRefused')}
        </p>
      </div>
    </>
  )
}

/** Who is signed in here, or what still signs in a user who signed out. */
function SignedInNotice({ view: { signedIn, passkeysLeft, areKeysLeft }, speak: { say, count } }: Part) {
  if (areKeysLeft) {
    return (
      <p class="go-on" role="alert">
        {say('signOut.keysLeft')}
      </p>
    )
  }
  if (passkeysLeft) {
    return (
      <p class="go-on" role="status">
        {count('signIn.left', passkeysLeft.count)} <a href={passkeysLeft.href}>{say('signIn.look')}</a>
      </p>
    )
  }
  if (!signedIn) return null
  const { email, href } = signedIn
  if (!href) return <p class="go-on">{say('signIn.confirm', { email })}</p>
  return (
    <p class="go-on">
      {say('signIn.already', { email })} <a href={href}>{say('signIn.goOn')}</a>
    </p>
  )
}

function Code({ view, speak }: Part) {
  const { say, count } = speak
  const problem =
    view.problem === 'wrong'
      ? count('signIn.wrong', view.triesLeft ?? 0)
      : view.problem === 'unreadable'
        ? say('signIn.codeUnreadable')
        : undefined
  return (
    <>
      <h1 class="page-title">{say('signIn.codeHeading')}</h1>
      <p class="lede">{say('signIn.codeLede', { email: view.email ?? '' })}</p>
      <WaitingApp view={view} speak={speak} />
      <form class="link-form share-form" method="post" action={view.action} noValidate>
        <div class="share-field">
          <label for="code">{say('signIn.code')}</label>
          {problem && <Problem text={problem} />}
          <input
            class="field code"
            id="code"
            name="code"
            type="text"
            inputMode="numeric"
            autocomplete="one-time-code"
            spellcheck={false}
            required
            maxLength={12}
            aria-invalid={problem ? 'true' : undefined}
            aria-describedby={problem ? 'problem code-hint' : 'code-hint'}
            autofocus
          />
          <p class="note" id="code-hint">
            {say('signIn.codeHint', { minutes: view.minutes })}
          </p>
        </div>
        <button class="button button-main button-taking main" type="submit">
          {say('signIn.submit')}
        </button>
        <p class="again">
          <a href={view.action}>{say('signIn.again')}</a>
        </p>
      </form>
    </>
  )
}

/** Shows which app the user signs in for. */
function WaitingApp({ view, speak: { say } }: Part) {
  if (!view.app) return null
  return (
    <dl class="facts">
      <div>
        <dt>{say('signIn.app')}</dt>
        <dd>{view.app.name}</dd>
      </div>
      <div>
        <dt>{say('signIn.host')}</dt>
        <dd>
          <code>{view.app.host}</code>
        </dd>
      </div>
    </dl>
  )
}

function Problem({ text }: { text: string }) {
  return (
    <p class="problem" id="problem">
      <ProblemIcon />
      {text}
    </p>
  )
}
