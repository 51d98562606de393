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
          ? 'You’ve seen all of it once. Invite more people whenever you like.'
          : 'Try it the way your people will.'}
      </p>
      <ol className="rule">
        <Line step="invite" title="Invite yourself" done={done} next={next}>
          {mayAdd ? (
            <InviteYourself onInvited={(profileId) => keep({ profileId, at: new Date().toISOString() })} />
          ) : (
            <p>{why ?? 'Your role here does not send invites. Ask an owner or a manager to invite you.'}</p>
          )}
        </Line>
        <Line step="open" title="Open the email" done={done} next={next}>
          <p>
            {settings.mailbox ? (
              <>
                This demo sends no email outside this computer. Look in the{' '}
                <a href={settings.mailbox}>mailbox</a> and open the link.
              </>
            ) : (
              'Check your inbox and select the button in the email.'
            )}
          </p>
        </Line>
        <Line step="take" title="Take it, on a phone if you can" done={done} next={next}>
          <p>It takes about twenty minutes. You can stop and pick it up later with the same link.</p>
          {loaded.progress && loaded.progress.answered > 0 && (
            <p className="figures">
              {loaded.progress.answered} of {loaded.progress.itemCount} answered
            </p>
          )}
        </Line>
        <Line step="read" title="Read your results" done={done} next={next}>
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
            Make a key that may “Manage tags” under{' '}
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
            Start over
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
        <p className="note first-steps-end">This is demo data. Run npm run demo:reset to start fresh.</p>
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
        <span className="out-of-sight">{isDone ? 'Completed' : 'Not completed yet'}</span>
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
