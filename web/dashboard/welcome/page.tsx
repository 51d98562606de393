import './welcome.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { accountQuery } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import { settings } from '../client/settings.ts'
import { readTokens } from '../client/tokens.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { InviteYourself } from './invite-yourself.tsx'
import {
  loadWelcomeRecord,
  stepNames,
  stepsDone,
  storeWelcomeRecord,
  type WelcomeRecord,
  type WelcomeStep,
} from './steps.ts'
import { useProgress } from './use-progress.ts'
import { words } from './words.ts'

/** Four steps from an empty account to a report, and one for developers. Each is checked off automatically. */
export function WelcomePage() {
  usePageTitle(words.title)
  // This page may ask for nothing else that would say that the account was paused meanwhile.
  const account = useQuery({ ...accountQuery, staleTime: 0 }).data
  const { hooks } = settings
  const { mayAdd, why } = useRights()
  const accountId = readTokens()?.accountId ?? ''
  const [begun, setBegun] = useState(() => loadWelcomeRecord(accountId))
  const keep = (next: WelcomeRecord | undefined) => {
    storeWelcomeRecord(accountId, next)
    setBegun(next)
  }
  const loaded = useProgress(begun)
  const done = stepsDone(begun, loaded)
  const counted = stepNames.filter((step) => done.has(step)).length
  const next = stepNames.find((step) => !done.has(step)) ?? (done.has('call') ? undefined : 'call')
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
        <span role="status" className="first-steps-count">
          {fill(words.doneOf, { done: counted, all: stepNames.length })}
        </span>
      </header>
      <p className="finding page-lede">{counted === stepNames.length ? words.seenAll : words.lede}</p>
      <ol className="rule">
        <Line step="invite" title={words.invite.title} done={done} next={next}>
          {mayAdd ? (
            <InviteYourself onInvited={(profileId) => keep({ profileId, at: new Date().toISOString() })} />
          ) : (
            <p>{why ?? words.invite.notYours}</p>
          )}
          <ExampleLink />
        </Line>
        <Line step="open" title={words.open.title} done={done} next={next}>
          <p>
            {settings.mailbox ? (
              <Sentence
                text={words.open.mailbox}
                marks={{ link: (inner) => <a href={settings.mailbox}>{inner}</a> }}
              />
            ) : (
              words.open.inbox
            )}
          </p>
        </Line>
        <Line step="take" title={words.take.title} done={done} next={next}>
          <p>{words.take.text}</p>
          <ExampleLink />
          {loaded.progress && loaded.progress.answered > 0 && (
            <p className="figures">
              {fill(words.take.answered, {
                answered: loaded.progress.answered,
                all: loaded.progress.itemCount,
              })}
            </p>
          )}
        </Line>
        <Line step="read" title={words.read.title} done={done} next={next}>
          {begun && (
            <Link
              className="button"
              to="/people/$profileId"
              params={{ profileId: begun.profileId }}
              onClick={() => loaded.isCompleted && keep({ ...begun, hasRead: true })}
            >
              {words.read.open}
            </Link>
          )}
        </Line>
        <Line step="call" title={words.call.title} done={done} next={next}>
          <p className="note">{words.optional}</p>
          <p>
            <Sentence
              text={words.call.text}
              marks={{
                link: (inner) => <a href={`${settings.authUrl}/clients?account=${accountId}`}>{inner}</a>,
              }}
            />
          </p>
          <Shell />
        </Line>
      </ol>
      {mayAdd && <InviteTeam isNext={next === undefined || next === 'call'} />}
      {begun && (
        <p className="first-steps-end">
          <button type="button" className="button button-small" onClick={() => keep(undefined)}>
            {words.startOver}
          </button>
        </p>
      )}
      {hooks && (
        <p className="note first-steps-end">
          <Sentence text={words.webhooks} marks={{ link: (inner) => <a href={hooks.page}>{inner}</a> }} />
        </p>
      )}
      {account?.mode === 'demo' && <p className="note first-steps-end">{words.demoData}</p>}
    </>
  )
}

/** What comes out in the end, before anyone has answered for it. */
function ExampleLink() {
  return (
    <p>
      <a href="/example">{words.example}</a>
    </p>
  )
}

/** What comes after the first steps. Calling the API is for developers, so it comes first for everyone else. */
function InviteTeam({ isNext }: { isNext: boolean }) {
  return (
    <section className="first-team">
      <h2 className="statement">{words.team.title}</h2>
      <p>{words.team.text}</p>
      <Link to="/invite" className={isNext ? 'button button-main' : 'button'}>
        {words.team.verb}
      </Link>
    </section>
  )
}

function Line({
  step,
  title,
  done,
  next,
  children,
}: {
  step: WelcomeStep
  title: string
  done: ReadonlySet<WelcomeStep>
  next: WelcomeStep | undefined
  children: ReactNode
}) {
  const isDone = done.has(step)
  return (
    <li className="first-step" data-state={isDone ? 'done' : step === next ? 'next' : 'later'}>
      <span className="first-step-mark">
        {isDone && <Icon name="check" size={18} />}
        <span className="out-of-sight">{isDone ? words.done : words.notDone}</span>
      </span>
      <div>
        <h2 className="statement">{title}</h2>
        {step === next && <div className="first-step-text">{children}</div>}
      </div>
    </li>
  )
}

/** Run as they are, next to the file from the page of API keys. There are no placeholders to fill in. */
const shellLines = [
  '. ./timbre-client.env',
  `TOKEN=$(curl -s -u "$TIMBRE_CLIENT_ID:$TIMBRE_CLIENT_SECRET" "$TIMBRE_BASE_URL/auth" -d grant_type=client_credentials | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  `curl -s "$TIMBRE_BASE_URL/tag" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"label":"From the shell","color":"zinc"}'`,
].join('\n')

function Shell() {
  return (
    <div className="api-call-text">
      <pre>
        <code>{shellLines}</code>
      </pre>
      <CopyButton text={shellLines} />
    </div>
  )
}
