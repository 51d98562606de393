import { LinkFacts } from './link-facts.tsx'
import type { MessageKey, Speaker } from './messages.ts'
import { speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { PageHead } from './page-head.tsx'
import type { LinkView } from './views.ts'

/** The title of a link page: it never holds the person's name, since titles stay in a browser's history. */
export function linkTitle(view: LinkView): string {
  const { say } = speaker(view)
  const account = view.accountName ?? 'Timbre'
  if (view.state === 'start' || view.state === 'resume') return say('link.title', { account })
  const key = {
    completed: 'link.completedTitle',
    over: 'link.overTitle',
    sentAgain: 'link.sentTitle',
  } as const
  return `${say(key[view.state])} · ${account}`
}

/** What a link from a message opens. Looking changes nothing: mail scanners look too, and only people press. */
export function LinkPage({ view }: { view: LinkView }) {
  const speak = speaker(view)
  const { say } = speak
  if (view.state === 'over') return <Over view={view} speak={speak} />
  if (view.state === 'completed') return <Completed view={view} speak={speak} />
  if (view.state === 'sentAgain') {
    return (
      <NoticePage
        view={view}
        path={view.action}
        heading={say('link.sentHeading')}
        texts={[say('link.sentText')]}
      />
    )
  }
  return <Invitation view={view} speak={speak} />
}

/** Who asks, why, what, how long, who sees it, in which language; one button. */
function Invitation({ view, speak }: { view: LinkView; speak: Speaker }) {
  const { say } = speak
  const account = view.accountName ?? 'Timbre'
  const person = view.personName
  const resume = view.state === 'resume'
  const until = view.expiresAt && say('link.untilText', { date: speak.date(view.expiresAt) })
  const heading: MessageKey = resume
    ? person
      ? 'link.resumeHeadingNamed'
      : 'link.resumeHeading'
    : person
      ? 'link.headingNamed'
      : 'link.heading'
  return (
    <div class="link-page">
      <PageHead view={view} speak={speak} path={view.action} />
      <main>
        <h1 class="page-title">{say(heading, { account, person: person ?? '' })}</h1>
        <p class="lede">{say(resume ? 'link.resumeLede' : 'link.lede')}</p>
        <LinkFacts view={view} speak={speak} until={until} />
        <form class="link-form" method="post" action={view.action}>
          <button class="button button-main button-taking main" type="submit">
            {say(resume ? 'link.resume' : 'link.start')}
          </button>
          <p class="note">{person ? say('link.notYou', { person }) : say('link.notYouUnnamed')}</p>
        </form>
      </main>
    </div>
  )
}

/** Expired, superseded, revoked and unknown links look the same, so that nobody can learn which links exist. */
function Over({ view, speak }: { view: LinkView; speak: Speaker }) {
  const { say, date } = speak
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={view.action} />
      <main class="notice">
        <h1 class="page-title">{say('link.overHeading')}</h1>
        <p class="lede">
          {speak.together([
            view.expiresAt === undefined ? '' : say('link.overDate', { date: date(view.expiresAt) }),
            say('link.overText'),
          ])}
        </p>
        <form class="link-form" method="post" action={view.action}>
          <input type="hidden" name="again" value="1" />
          <button class="button button-main button-taking main" type="submit">
            {say('link.overSend')}
          </button>
          <p class="note">{say('link.overNote')}</p>
        </form>
      </main>
    </div>
  )
}

/** Pressing signs in again and leads to the results: the link alone shows nothing of them. */
function Completed({ view, speak }: { view: LinkView; speak: Speaker }) {
  const { say } = speak
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={view.action} />
      <main class="notice">
        <h1 class="page-title">{say('link.completedHeading')}</h1>
        <p class="lede">
          {view.seesReport
            ? say('link.completedSees')
            : say('link.completedShares', { account: view.accountName ?? 'Timbre' })}
        </p>
        {view.seesReport && (
          <form class="link-form" method="post" action={view.action}>
            <button class="button button-main button-taking main" type="submit">
              {say('link.completedOpen')}
            </button>
          </form>
        )}
      </main>
    </div>
  )
}
