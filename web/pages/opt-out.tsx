import type { OptOutView } from '../../src/http/views/opt-out-view.ts'
import { speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { PageHead } from './page-head.tsx'

export function optOutTitle(view: OptOutView): string {
  const { say } = speaker(view)
  if (view.accountName === undefined) return `${say('stop.unknownTitle')} · Timbre`
  if (isAboutNotices(view)) return `${say('notices.title', { account: view.accountName })} · ${view.host}`
  const key = view.isSms ? 'stop.smsTitle' : 'stop.title'
  return `${say(key, { account: view.accountName })} · ${view.host}`
}

function isAboutNotices({ state }: OptOutView): boolean {
  return state === 'askNotices' || state === 'noticesOff'
}

/** Unsubscribe page: one button stops the emails of this account or of all, and one resumes them. For text messages,
 * of this account only. */
export function OptOutPage({ view }: { view: OptOutView }) {
  const speak = speaker(view)
  const { say } = speak
  const { state, host, accountName: account = '' } = view
  if (state === 'askNotices' || state === 'noticesOff') return <NoticesPage view={view} account={account} />
  if (state === 'unknown') {
    return (
      <NoticePage
        view={view}
        path={view.path}
        heading={say('stop.unknownTitle')}
        texts={[
          view.isSms
            ? say('stop.smsUnknownText', { button: say('stop.smsButton') })
            : say('stop.unknownText'),
        ]}
      />
    )
  }
  const words = {
    ask: [say('stop.heading', { account }), [say('stop.lede', { account }), say('stop.keeps')]],
    account: [say('stop.doneHeading', { account }), [say('stop.doneText', { account }), say('stop.keeps')]],
    everywhere: [say('stop.everyHeading', { host }), [say('stop.everyText', { host }), say('stop.keeps')]],
    back: [say('stop.backHeading', { account }), [say('stop.backText', { account })]],
  } as const
  const smsWords = {
    ask: [say('stop.smsHeading', { account }), [say('stop.smsLede', { account })]],
    account: [say('stop.smsDoneHeading', { account }), [say('stop.smsDoneText', { account })]],
    everywhere: [say('stop.smsDoneHeading', { account }), [say('stop.smsDoneText', { account })]],
    back: [say('stop.smsBackHeading', { account }), [say('stop.smsBackText', { account })]],
  } as const
  const [heading, texts]: readonly [string, readonly string[]] = (view.isSms ? smsWords : words)[state]
  const [undo, button] = view.isSms
    ? (['stop.smsUndo', 'stop.smsButton'] as const)
    : (['stop.undo', 'stop.button'] as const)
  const isStopped = state === 'account' || state === 'everywhere'
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={view.path} />
      <main class="notice">
        <h1 class="page-title">{heading}</h1>
        {texts.map((text) => (
          <p key={text} class="lede">
            {text}
          </p>
        ))}
        <form class="link-form choices" method="post" action={view.path}>
          <button
            class={`button button-taking main${isStopped ? '' : ' button-main'}`}
            type="submit"
            name="stopped"
            value={isStopped ? 'none' : 'account'}
          >
            {say(isStopped ? undo : button)}
          </button>
          {state !== 'everywhere' && !view.isSms && (
            <button class="button button-taking" type="submit" name="stopped" value="everywhere">
              {say('stop.every', { host })}
            </button>
          )}
        </form>
      </main>
    </div>
  )
}

/** For the emails that a member chose: a button turns them off. Only signing in turns them on again. */
function NoticesPage({ view, account }: { view: OptOutView; account: string }) {
  const speak = speaker(view)
  const { say } = speak
  const isOff = view.state === 'noticesOff'
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={view.path} />
      <main class="notice">
        <h1 class="page-title">{say(isOff ? 'notices.doneHeading' : 'notices.heading', { account })}</h1>
        <p class="lede">{say(isOff ? 'notices.doneText' : 'notices.lede', { account })}</p>
        <p class="lede">{say('stop.keeps')}</p>
        {isOff ? (
          <div class="link-form choices">
            <a class="button button-taking" href="/settings">
              {say('notices.settings')}
            </a>
          </div>
        ) : (
          <form class="link-form choices" method="post" action={view.path}>
            <button class="button button-taking main button-main" type="submit">
              {say('notices.button')}
            </button>
          </form>
        )}
      </main>
    </div>
  )
}
