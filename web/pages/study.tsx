import type { StudyOfferView, StudyOverView, StudyView } from '../../src/http/views/study-view.ts'
import { type Speaker, speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { PageHead } from './page-head.tsx'
import { ProblemIcon } from './problem-icon.tsx'
import { StudyAnswers } from './study-answers.tsx'

export function studyTitle(view: { accountName?: string } & Parameters<typeof speaker>[0]): string {
  return `${speaker(view).say('study.title')} · ${view.accountName ?? 'Timbre'}`
}

/** The study in a person's session: what it is, an address for its link, and a way out that needs no link. */
export function StudyOfferPage({ view }: { view: StudyOfferView }) {
  const speak = speaker(view)
  const { say } = speak
  const { accountName: account, state } = view
  const words = {
    ask: ['study.heading', 'study.lede'],
    sent: ['study.sentHeading', 'study.sentText'],
    ended: ['study.endedHeading', 'study.endedText'],
    none: ['study.noneHeading', 'study.noneText'],
  } as const
  const [heading, lede] = words[state]
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path="/take/study" />
      <main class="notice">
        <h1 class="page-title">{say(heading)}</h1>
        <p class="lede">{say(lede, { account })}</p>
        {state === 'ask' && <AddressForm view={view} speak={speak} />}
        {(state === 'ask' || state === 'none') && (
          <form class="link-form" method="post" action="/take/study">
            <button class="button" type="submit" name="do" value="end">
              {say('study.end')}
            </button>
            <p class="note">{say('study.endText')}</p>
          </form>
        )}
        <p class="link-ways note">
          <a href={view.backUrl}>{say('wrong.back')}</a>
        </p>
      </main>
    </div>
  )
}

function AddressForm({ view, speak: { say } }: { view: StudyOfferView; speak: Speaker }) {
  const { accountName: account, unreadable } = view
  return (
    <form class="link-form" method="post" action="/take/study" noValidate>
      <div class="share-field">
        <label for="email">{say('study.email')}</label>
        {unreadable !== undefined && (
          <p class="problem" id="email-problem">
            <ProblemIcon />
            {say('signIn.emailUnreadable')}
          </p>
        )}
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
          value={unreadable ?? ''}
          aria-invalid={unreadable === undefined ? undefined : 'true'}
          aria-describedby={unreadable === undefined ? 'email-hint' : 'email-problem email-hint'}
        />
        <p class="note" id="email-hint">
          {say('study.secret', { account })}
        </p>
      </div>
      <button class="button button-main button-taking main" type="submit">
        {say('study.send')}
      </button>
    </form>
  )
}

/** Behind the link of the study: the consent, then the state of the person's participation, then the second answers. */
export function LinkedStudyPage({ view }: { view: StudyView }) {
  const speak = speaker(view)
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={view.path} />
      <main class="notice">
        {view.state === 'consent' && <Consent view={view} speak={speak} />}
        {view.state === 'in' && <Participation view={view} speak={speak} />}
        {view.state === 'answering' && view.page && (
          <StudyAnswers view={view} page={view.page} speak={speak} />
        )}
      </main>
    </div>
  )
}

function Consent({ view, speak: { say } }: { view: StudyView; speak: Speaker }) {
  const [first, ...others] = view.consent.sentences
  const agreement = others.pop()
  return (
    <>
      <h1 class="page-title">{say('study.consentHeading')}</h1>
      <p class="lede">{first}</p>
      <ul class="study-points">
        {others.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <form class="link-form" method="post" action={view.path}>
        <input type="hidden" name="version" value={view.consent.version} />
        <div class="study-tick">
          <p>{view.criteria.words}</p>
          <label>
            <input type="checkbox" name="criteria" value="yes" />
            {say('study.criteriaTick')}
          </label>
        </div>
        <button class="button button-main button-taking main" type="submit" name="do" value="join">
          {say('study.join')}
        </button>
        <p class="note">{agreement}</p>
      </form>
    </>
  )
}

function Participation({ view, speak }: { view: StudyView; speak: Speaker }) {
  const { say, date } = speak
  const { retest, minutes, path, agreedAt } = view
  return (
    <>
      <h1 class="page-title">{say('study.inHeading')}</h1>
      {agreedAt !== undefined && <p class="lede">{say('study.inText', { date: date(agreedAt) })}</p>}
      <p class="lede">
        {retest.state === 'later' && say('study.later', { date: date(retest.dueAt ?? '') })}
        {retest.state === 'open' && say('study.open', { date: date(retest.closesAt ?? ''), n: minutes })}
        {retest.state === 'done' && say('study.done')}
        {retest.state === 'none' && say('study.never')}
      </p>
      {retest.state === 'open' && (
        <p>
          <a class="button button-main button-taking main" href={`${path}?answer`}>
            {say('study.answer')}
          </a>
        </p>
      )}
      <Peers view={view} speak={speak} />
      <CriteriaConsent view={view} speak={speak} />
      <form class="link-form" method="post" action={path}>
        <button class="button" type="submit" name="do" value="leave">
          {say('study.end')}
        </button>
      </form>
      <p class="link-ways note">
        <a href={`${path}/data.json`} download="">
          {say('erasure.download')}
        </a>
      </p>
    </>
  )
}

/** Links that the person passes on. Nothing here says whether anyone has answered. */
function Peers({ view, speak: { say, date } }: { view: StudyView; speak: Speaker }) {
  const { peers, path, accountName: account } = view
  const { made, links } = peers
  return (
    <section class="study-part">
      <h2 class="section">{say('peer.heading')}</h2>
      <p>{say('peer.text', { account, n: peers.questions })}</p>
      {made && (
        <div class="share-field" role="status">
          <label for="peer-link">{say('peer.made', { date: date(made.expiresAt) })}</label>
          <input class="field" id="peer-link" type="text" readOnly value={made.url} />
        </div>
      )}
      {links.length > 0 && (
        <>
          <ul class="study-links">
            {links.map(({ id, expiresAt }, at) => (
              <li key={id}>
                <span>{say('peer.link', { n: at + 1, date: date(expiresAt) })}</span>
                <form method="post" action={path}>
                  <input type="hidden" name="peer" value={id} />
                  <button
                    class="button"
                    type="submit"
                    name="do"
                    value="revoke"
                    aria-label={`${say('peer.revoke')}: ${say('peer.link', { n: at + 1, date: date(expiresAt) })}`}
                  >
                    {say('peer.revoke')}
                  </button>
                </form>
              </li>
            ))}
          </ul>
          <p class="note">{say('peer.revokeText')}</p>
        </>
      )}
      {links.length < peers.most ? (
        <form method="post" action={path}>
          <button class="button" type="submit" name="do" value="peer">
            {say('peer.create')}
          </button>
        </form>
      ) : (
        <p class="note">{say('peer.most', { n: peers.most })}</p>
      )}
    </section>
  )
}

/** What the account knows about the person: its use is up to them, and can be taken back without leaving the study. */
function CriteriaConsent({ view, speak: { say, date } }: { view: StudyView; speak: Speaker }) {
  const { criteria, path, accountName: account } = view
  const isAllowed = criteria.agreedAt !== null
  return (
    <section class="study-part">
      <h2 class="section">{say('study.criteriaHeading', { account })}</h2>
      <p>{criteria.words}</p>
      {criteria.agreedAt !== null && <p>{say('study.criteriaAllowed', { date: date(criteria.agreedAt) })}</p>}
      <form method="post" action={path}>
        <button class="button" type="submit" name="do" value={isAllowed ? 'disallow' : 'allow'}>
          {say(isAllowed ? 'study.criteriaEnd' : 'study.criteriaAllow')}
        </button>
      </form>
    </section>
  )
}

/** A link that shows nothing, or whose person has just stopped. */
export function StudyOverPage({ view }: { view: StudyOverView }) {
  const { say } = speaker(view)
  const [heading, text] =
    view.state === 'ended'
      ? (['study.endedHeading', 'study.endedText'] as const)
      : (['study.unknownHeading', 'study.unknownText'] as const)
  return <NoticePage view={view} path={view.path} heading={say(heading)} texts={[say(text)]} />
}
