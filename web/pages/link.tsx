import type { LinkView } from '../../src/http/views/link-view.ts'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import { LinkFacts } from './link-facts.tsx'
import type { Speaker } from './messages.ts'
import { speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { PageHead } from './page-head.tsx'
import { ProblemIcon } from './problem-icon.tsx'

/** The page title. It never contains the person's name, since titles stay in the browser history. */
export function linkTitle(view: LinkView): string {
  const { say } = speaker(view)
  const account = view.accountName ?? 'Timbre'
  if (view.state === 'start' || view.state === 'resume') return say('link.title', { account })
  if (view.state === 'reported') return say('wrong.toldHeading', { account })
  const key = {
    completed: 'link.completedTitle',
    over: 'link.overTitle',
    cut: 'link.cutHeading',
    code: 'signIn.codeHeading',
    sentAgain: 'link.sentTitle',
    wrong: 'wrong.title',
  } as const
  if (view.isSent === false) return `${say('link.notSentHeading')} · ${account}`
  return `${say(key[view.state])} · ${account}`
}

/**
 * The page behind an invite link. Viewing changes nothing: mail scanners open links too, only people press buttons.
 */
export function LinkPage({ view }: { view: LinkView }) {
  const speak = speaker(view)
  const { say } = speak
  const account = view.accountName ?? 'Timbre'
  if (view.state === 'code') return <CodePage view={view} speak={speak} />
  if (view.state === 'over') return <ExpiredLink view={view} speak={speak} />
  if (view.state === 'completed') return <Completed view={view} speak={speak} />
  if (view.state === 'wrong') return <WrongRecipient view={view} speak={speak} />
  if (view.state === 'sentAgain' || view.state === 'reported' || view.state === 'cut') {
    const [heading, ...texts] =
      view.state === 'reported'
        ? [say('wrong.toldHeading', { account }), say('wrong.toldText')]
        : view.state === 'cut'
          ? [say('link.cutHeading'), say('link.cutText')]
          : sentWords(view, speak)
    return <NoticePage view={view} path={view.action} heading={heading} texts={texts} />
  }
  return <Invitation view={view} speak={speak} />
}

/** What became of the request for a new link, as surely as it may be said. */
function sentWords(
  { accountName: account = '', isSent, sentTo, newLinkBy }: LinkView,
  speak: Speaker,
): [string, ...string[]] {
  const { say } = speak
  if (isSent === undefined) return [say('link.sentHeading'), say('link.sentText')]
  if (!isSent) return [say('link.notSentHeading'), say('link.notSent', { account })]
  const address = sentTo === undefined ? '' : say('link.codeTo', { address: sentTo })
  return [
    say('link.sentHeading'),
    speak.together([say('link.sentNow'), address]),
    ...(newLinkBy === 'sms' ? [] : [say('link.sentLate', { account })]),
  ]
}

/** Who invites, purpose, content, length, recipients, retention, language; one button, which also agrees. */
function Invitation({ view, speak }: { view: LinkView; speak: Speaker }) {
  const { say } = speak
  const account = view.accountName ?? 'Timbre'
  const person = view.personName
  const resume = view.state === 'resume'
  const until = view.expiresAt && say('link.untilText', { date: speak.date(view.expiresAt) })
  const lastDay = view.deadline && say('link.lastDayText', { account, date: speak.date(view.deadline) })
  const heading: MessageKey = resume
    ? person
      ? 'link.resumeHeadingNamed'
      : 'link.resumeHeading'
    : person
      ? 'link.headingNamed'
      : 'link.heading'
  const lede = say(resume ? 'link.resumeLede' : 'link.lede')
  const again = view.openedAgainAt && say('own.opened', { account, date: speak.date(view.openedAgainAt) })
  return (
    <div class="link-page">
      <PageHead view={view} speak={speak} path={view.action} />
      <main>
        <h1 class="page-title">{say(heading, { account, person: person ?? '' })}</h1>
        {view.hasChanged && <p class="go-on changed">{say('agreement.changed')}</p>}
        <p class="lede">{speak.together([again ?? '', lede])}</p>
        <LinkFacts view={view} speak={speak} until={until} lastDay={lastDay} />
        <form class="link-form" method="post" action={view.action}>
          {view.agreement && (
            <>
              <input type="hidden" name="version" value={view.agreement.version} />
              <input type="hidden" name="locale" value={view.locale} />
            </>
          )}
          <button class="button button-main button-taking main" type="submit" aria-describedby="agree">
            {say(resume ? 'link.resume' : 'link.start')}
          </button>
          <p class="note" id="agree">
            {view.agreement?.agree}
          </p>
        </form>
        <p class="link-ways note">
          <a href={`${view.action}?wrong=1`}>
            {person ? say('wrong.open', { person }) : say('wrong.openUnnamed')}
          </a>
          <a href={`${view.action}?erasure=1`}>{say('erasure.open')}</a>
          {view.stopTexts && <a href={`${view.stopTexts}?sms=1`}>{say('stop.smsButton')}</a>}
        </p>
      </main>
    </div>
  )
}

/** For people who received the link by mistake: consequences, and one button. */
function WrongRecipient({ view, speak }: { view: LinkView; speak: Speaker }) {
  const { say } = speak
  const account = view.accountName ?? 'Timbre'
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={`${view.action}?wrong=1`} />
      <main class="notice">
        <h1 class="page-title">{say('wrong.heading')}</h1>
        <p class="lede">{say('wrong.lede', { account })}</p>
        <p class="lede">{say('wrong.kept', { account })}</p>
        <form class="link-form" method="post" action={view.action}>
          <input type="hidden" name="wrong" value="1" />
          <button class="button button-main button-taking main" type="submit">
            {say('wrong.tell', { account })}
          </button>
        </form>
        <p class="link-ways note">
          <a href={view.action}>{say('wrong.back')}</a>
        </p>
      </main>
    </div>
  )
}

/**
 * Replaced, revoked and unknown links look the same, so no one can find out which links exist. Their page promises
 * nothing: after a deletion there is no new link, and no answers are left.
 */
function ExpiredLink({ view, speak }: { view: LinkView; speak: Speaker }) {
  const { say, date } = speak
  const isKnown = view.accountName !== undefined
  // There is no address for another link.
  const cannotAsk = isKnown && !view.isFinished && view.newLinkBy === undefined
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={view.action} />
      <main class="notice">
        <h1 class="page-title">{say('link.overHeading')}</h1>
        <p class="lede">
          {speak.together([
            view.expiresAt === undefined ? '' : say('link.overDate', { date: date(view.expiresAt) }),
            cannotAsk
              ? say('link.askAccount', { account: view.accountName ?? '' })
              : say(view.isFinished ? 'link.codeDone' : isKnown ? 'link.overText' : 'link.unknownText'),
            cannotAsk ? say('link.overKept') : '',
          ])}
        </p>
        {cannotAsk ? null : view.isFinished ? (
          <form class="link-form" method="post" action={view.action}>
            <input type="hidden" name="code" value="" />
            <button class="button button-main button-taking main" type="submit">
              {say('link.codeSend')}
            </button>
            {view.sentTo !== undefined && <p class="note">{say('link.codeTo', { address: view.sentTo })}</p>}
          </form>
        ) : (
          <form class="link-form" method="post" action={view.action}>
            <input type="hidden" name="again" value="1" />
            <button class="button button-main button-taking main" type="submit">
              {say(
                view.newLinkBy === undefined
                  ? 'link.overSend'
                  : view.newLinkBy === 'sms'
                    ? 'link.overSendSms'
                    : 'link.overSendEmail',
              )}
            </button>
            <p class="note">
              {speak.together([
                view.sentTo !== undefined
                  ? say('link.codeTo', { address: view.sentTo })
                  : view.newLinkBy === undefined
                    ? say('link.overTo')
                    : '',
                isKnown ? say('link.overKept') : '',
              ])}
            </p>
          </form>
        )}
        {/* Where it may not be said whether the person has finished, they know it themselves. */}
        {!isKnown && (
          <form class="code-again" method="post" action={view.action}>
            <input type="hidden" name="code" value="" />
            <button class="plain-button" type="submit">
              {say('link.codeOther')}
            </button>
          </form>
        )}
      </main>
    </div>
  )
}

/** For the code that was sent, if one was. Without a script, and the same for every link. */
function CodePage({ view, speak }: { view: LinkView; speak: Speaker }) {
  const { say } = speak
  const { attempt, minutes, isRefused } = view.code ?? { attempt: '', minutes: 0, isRefused: false }
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={view.action} />
      <main class="notice">
        <h1 class="page-title">{say('signIn.codeHeading')}</h1>
        <p class="lede">{say('link.codeSent')}</p>
        <form class="link-form code-form" method="post" action={view.action} noValidate>
          <input type="hidden" name="attempt" value={attempt} />
          <label for="code">{say('signIn.code')}</label>
          {isRefused && (
            <p class="problem" id="problem" role="alert">
              <ProblemIcon /> {say('link.codeWrong')}
            </p>
          )}
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
            aria-invalid={isRefused ? 'true' : undefined}
            aria-describedby={isRefused ? 'problem code-hint' : 'code-hint'}
            autofocus
          />
          <p class="note" id="code-hint">
            {say('signIn.codeHint', { minutes })}
          </p>
          <button class="button button-main button-taking main" type="submit">
            {say('link.codeOpen')}
          </button>
        </form>
        <form class="code-again" method="post" action={view.action}>
          <input type="hidden" name="code" value="" />
          <button class="plain-button" type="submit">
            {say('link.codeAgain')}
          </button>
        </form>
      </main>
    </div>
  )
}

/** The button signs in again and leads to the results: the link alone shows none of them. */
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
        <p class="link-ways note">
          <a href={`${view.action}?erasure=1`}>{say('erasure.open')}</a>
          {view.stopTexts && <a href={`${view.stopTexts}?sms=1`}>{say('stop.smsButton')}</a>}
        </p>
      </main>
    </div>
  )
}
