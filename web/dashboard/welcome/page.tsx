import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { accountQuery } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import { settings } from '../client/settings.ts'
import { readTokens } from '../client/tokens.ts'
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

/** Five steps from an empty account to a report and an API call. Each is checked off automatically. */
export function WelcomePage() {
  usePageTitle('First steps')
  const account = useQuery(accountQuery).data
  const { mayAdd, why } = useRights()
  const accountId = readTokens()?.accountId ?? ''
  const [begun, setBegun] = useState(() => loadWelcomeRecord(accountId))
  const keep = (next: WelcomeRecord | undefined) => {
    storeWelcomeRecord(accountId, next)
    setBegun(next)
  }
  const loaded = useProgress(begun)
  const done = stepsDone(begun, loaded)
  const next = stepNames.find((step) => !done.has(step))
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          First steps
        </h1>
        <span role="status" className="first-steps-count">
          {done.size} of {stepNames.length} done
        </span>
      </header>
      <p className="finding page-lede">
        {next === undefined
          ? 'You have seen all of it once. The rest is more people.'
          : 'See it as the people you ask will see it.'}
      </p>
      <ol className="rule">
        <Line step="invite" title="Invite yourself" done={done} next={next}>
          {mayAdd ? (
            <InviteYourself onInvited={(profileId) => keep({ profileId, at: new Date().toISOString() })} />
          ) : (
            <p>{why ?? 'Your role here does not send invites. Ask an owner or a manager to invite you.'}</p>
          )}
        </Line>
        <Line step="open" title="Open the letter" done={done} next={next}>
          <p>
            {settings.mailbox ? (
              <>
                In this demo no letter leaves the machine. It lies in the{' '}
                <a href={settings.mailbox}>mailbox</a>; its link opens the first page.
              </>
            ) : (
              'Look into your mail, and press the button in the letter.'
            )}
          </p>
        </Line>
        <Line step="take" title="Take it, on a phone if you can" done={done} next={next}>
          <p>It takes about twenty minutes, can be left at any point, and goes on where it stopped.</p>
          {loaded.progress && loaded.progress.answered > 0 && (
            <p className="figures">
              {loaded.progress.answered} of {loaded.progress.itemCount} answered
            </p>
          )}
        </Line>
        <Line step="read" title="Read what came of it" done={done} next={next}>
          {begun && (
            <Link
              className="button"
              to="/people/$profileId"
              params={{ profileId: begun.profileId }}
              onClick={() => loaded.isCompleted && keep({ ...begun, hasRead: true })}
            >
              Open your results
            </Link>
          )}
        </Line>
        <Line step="call" title="Call the API" done={done} next={next}>
          <p>
            Make a key that may “Arrange tags” under{' '}
            <a href={`${settings.authUrl}/clients?account=${accountId}`}>API keys</a> and download it as .env.
            In a shell beside that file these lines make a tag. Whatever this dashboard does, your program
            can.
          </p>
          <Shell />
        </Line>
      </ol>
      {begun && (
        <p className="first-steps-end">
          <button type="button" className="button button-small" onClick={() => keep(undefined)}>
            Begin again
          </button>
        </p>
      )}
      {settings.hooks && (
        <p className="note first-steps-end">
          What happens here also arrives as signed webhooks at the{' '}
          <a href={settings.hooks.page}>webhook receiver</a> of this demo.
        </p>
      )}
      {account?.mode === 'demo' && (
        <p className="note first-steps-end">
          This account is the demo. npm run demo:reset makes it as it was.
        </p>
      )}
    </>
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
        <span className="out-of-sight">{isDone ? 'Done' : 'Not done yet'}</span>
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
