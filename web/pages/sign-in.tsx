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
  const title = say(headings[view.state])
  return `${view.problem ? say('signIn.problemTitle', { title }) : title} · Timbre`
}

const headings = {
  email: 'signIn.heading',
  code: 'signIn.codeHeading',
  provider: 'signIn.providerHeading',
} as const

const providerProblems = {
  provider: 'signIn.providerRefused',
  providerMember: 'signIn.providerMember',
  providerAway: 'signIn.providerAway',
  providerIssuer: 'company.problem.issuer',
} as const

/** An address, then a code or the provider of its domain. Viewing the page changes nothing, and both steps are forms that work without a script. */
export function SignInPage({ view }: { view: SignInView }) {
  const speak = speaker(view)
  return (
    <div class="link-page">
      <PageHead view={view} speak={speak} path={view.action} />
      <main class="sign-in">
        {view.state === 'code' && <Code view={view} speak={speak} />}
        {view.state === 'email' && <Address view={view} speak={speak} />}
        {view.state === 'provider' && <Provider view={view} speak={speak} />}
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
      {view.problem === 'over' && <Banner text={say('signIn.over')} />}
      {view.problem && view.problem in providerProblems && (
        <Banner text={say(providerProblems[view.problem as keyof typeof providerProblems])} />
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
            value={view.email ?? addressToRepeat(view)}
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
      {/* For people who don't know Timbre, or have been invited and came here instead. */}
      <div class="about">
        <p>{say('home.lede')}</p>
        <p>{say('home.invited')}</p>
        <p>
          <a href="/about">{say('problem.about')}</a>
        </p>
      </div>
    </>
  )
}

/** The domain of the address requires its provider; owners of the account may still ask for a code. */
function Provider({ view, speak }: Part) {
  const { say } = speak
  const { domain = '', href = view.action } = view.provider ?? {}
  return (
    <>
      <h1 class="page-title">{say('signIn.providerHeading')}</h1>
      <p class="lede">{say('signIn.providerLede', { domain })}</p>
      <WaitingApp view={view} speak={speak} />
      <p class="provider">
        <a class="button button-main button-taking main" href={href}>
          {say('signIn.provider', { domain })}
        </a>
      </p>
      {view.email !== undefined && (
        <form class="link-form" method="post" action={view.action}>
          <input type="hidden" name="email" value={view.email} />
          <input type="hidden" name="recover" value="1" />
          <p class="note">{say('signIn.recover')}</p>
          <p class="again">
            <button class="button button-small" type="submit">
              {say('signIn.recoverButton')}
            </button>
          </p>
        </form>
      )}
    </>
  )
}

/** Who signs in again is known already. Someone else may still write over the address. */
function addressToRepeat({ signedIn }: SignInView): string {
  return signedIn && !signedIn.href ? signedIn.email : ''
}

function Banner({ text }: { text: string }) {
  return (
    <p class="problem banner" role="alert">
      <ProblemIcon />
      {text}
    </p>
  )
}

/** Who is signed in here, or what still signs in a user who signed out. */
function SignedInNotice({
  view: { signedIn, passkeysLeft, areKeysLeft },
  speak: { say, count, together },
}: Part) {
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
  const { email, href, hasDraft } = signedIn
  if (!href) {
    return (
      <p class="go-on">
        {together([say('signIn.confirm', { email }), ...(hasDraft ? [say('signIn.confirmWhy')] : [])])}
      </p>
    )
  }
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
      {view.provider && (
        <p class="provider">
          <a class="button button-taking main" href={view.provider.href}>
            {say('signIn.provider', { domain: view.provider.domain })}
          </a>
        </p>
      )}
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
