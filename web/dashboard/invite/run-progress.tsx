import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { byteOrderMark } from '../ui/csv.ts'
import { saveFile } from '../ui/save-file.ts'
import { InviteErrorNote } from './check-error.tsx'
import { Countdown } from './countdown.tsx'
import { resultCsv } from './result-csv.ts'
import { canRetry, countOf, type Run } from './run.ts'
import { RunResults } from './run-results.tsx'
import { pluralize } from './tally.ts'
import type { RunState } from './use-run.ts'

type Props = { state: RunState; run: Run; hasLeftOver: boolean; onMore: () => void; onLeave: () => void }

/** The sending: progress, time until it continues, and results. */
export function RunProgress({ state, run, hasLeftOver, onMore, onLeave }: Props) {
  const { isRunning, error } = state
  const waiting = countOf(run, 'waits')
  const isFinished = !isRunning && waiting === 0
  const again = run.people.filter((person) => canRetry(person, Date.now())).length
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button disappears, so focus moves to the heading, which shows the new state.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  })
  return (
    <section className="invite-sending" aria-labelledby="invite-sending">
      <h2 id="invite-sending" className="section" tabIndex={-1} ref={heading}>
        {isFinished ? 'Done' : isRunning ? (run.sends ? 'Sending' : 'Adding') : 'Not finished'}
      </h2>
      <progress
        className="invite-progress"
        aria-label={run.sends ? 'Invites' : 'People'}
        value={run.people.length - waiting}
        max={run.people.length}
      />
      <p className="invite-state">
        <span role="status">{progressWords(run)}</span>
        {isRunning && <Countdown until={run.notBefore} />}
        {isFinished && hasLeftOver && ' What is to be corrected was left in the list.'}
      </p>
      {error !== null && <InviteErrorNote error={error} retry={state.resume} />}
      <div className="invite-foot">
        {isRunning && <Stop onStop={state.stop} />}
        {!isRunning && waiting > 0 && (
          <>
            <button type="button" className="button" onClick={onLeave}>
              Back to the list
            </button>
            {error === null && (
              <button type="button" className="button button-main" onClick={state.resume}>
                Continue with {waiting.toLocaleString('en-GB')}
              </button>
            )}
          </>
        )}
        {isFinished && again > 0 && (
          <button type="button" className="button" onClick={state.retryFailed}>
            Try {again === 1 ? 'this one' : `these ${again.toLocaleString('en-GB')}`} again
          </button>
        )}
        {!isRunning && run.source && (
          <button
            type="button"
            className="button"
            onClick={() =>
              saveFile('invites-result.csv', [byteOrderMark, ...resultCsv(run)], 'text/csv;charset=utf-8')
            }
          >
            Save result as CSV
          </button>
        )}
        {isFinished && (
          <>
            <button type="button" className="button" onClick={onMore}>
              {hasLeftOver ? 'Correct the rest' : 'Invite more'}
            </button>
            {run.campaignId === undefined ? (
              <Link className="button button-main" to="/people">
                Go to People
              </Link>
            ) : (
              <Link
                className="button button-main"
                to="/campaigns/$campaignId"
                params={{ campaignId: run.campaignId }}
              >
                See campaign
              </Link>
            )}
          </>
        )}
      </div>
      <RunResults run={run} isFinished={isFinished} />
    </section>
  )
}

/** Stopping waits for the current request, so every person has a known result. */
function Stop({ onStop }: { onStop: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <button
      type="button"
      className="button"
      aria-disabled={isAsked}
      onClick={() => {
        setAsked(true)
        onStop()
      }}
    >
      {isAsked ? 'Stopping' : 'Stop'}
    </button>
  )
}

/** “12 of 80 sent. 2 not sent.” */
function progressWords(run: Run): string {
  const total = run.people.length.toLocaleString('en-GB')
  const [sent, added, left, refused] = (['sent', 'added', 'left', 'refused'] as const).map((state) =>
    countOf(run, state),
  )
  const addedCount = run.people.filter(
    ({ profileId, state }) => profileId !== null || state !== 'waits',
  ).length
  if (!run.sends)
    return `${(added ?? 0).toLocaleString('en-GB')} of ${total} added.${exceptText(refused, 'not added')}`
  if (addedCount < run.people.length) return `${addedCount.toLocaleString('en-GB')} of ${total} added.`
  return [
    `${(sent ?? 0).toLocaleString('en-GB')} of ${total} sent.`,
    exceptText(added, 'only added'),
    exceptText(left, 'left out'),
    exceptText(refused, 'not sent'),
  ].join('')
}

function exceptText(number: number | undefined, words: string): string {
  return number ? ` ${pluralize(number, words, words)}.` : ''
}
