import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { hasScope } from '../client/access.ts'
import { count, type Forms, fill } from '../language/fill.ts'
import { formatList, joinSentences } from '../language/formats.ts'
import { formatListWithAnd } from '../language/more-formats.ts'
import { byteOrderMark } from '../ui/csv.ts'
import { inviteQueueQuery } from '../ui/invite-queue.ts'
import { saveFile } from '../ui/save-file.ts'
import { InviteErrorNote } from './check-error.tsx'
import { Countdown } from './countdown.tsx'
import { resultCsv } from './result-csv.ts'
import { timeText } from './result-words.ts'
import { canRetry, continuedByService, countOf, type Run } from './run.ts'
import { RunResults } from './run-results.tsx'
import type { RunState } from './use-run.ts'
import { words } from './words.ts'

type Props = { state: RunState; run: Run; hasLeftOver: boolean; onMore: () => void; onLeave: () => void }

/** The sending: progress, time until it continues, and results. */
export function RunProgress({ state, run: own, hasLeftOver, onMore, onLeave }: Props) {
  const { isRunning, error } = state
  const waiting = countOf(own, 'waits')
  const isFinished = !isRunning && waiting === 0
  const { data: queue } = useQuery({
    ...inviteQueueQuery(own.campaignId ?? ''),
    enabled: isFinished && countOf(own, 'queued') > 0 && hasScope('profiles:read'),
  })
  const run = continuedByService(own, queue)
  const queued = countOf(run, 'queued')
  const { toCorrect = [] } = run
  const again = own.people.filter((person) => canRetry(person, Date.now())).length
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button disappears, so focus moves to the heading, which shows the new state.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  })
  return (
    <section className="invite-sending" aria-labelledby="invite-sending">
      <h2 id="invite-sending" className="section" tabIndex={-1} ref={heading}>
        {isFinished && queued === 0
          ? progress.done
          : isRunning || isFinished
            ? run.sends
              ? progress.sending
              : progress.adding
            : progress.unfinished}
      </h2>
      <p className="invite-keep">
        {isRunning ? progress.keepOpen : isFinished && queued > 0 && followText(queued, queue?.nextAt)}
      </p>
      <progress
        className="invite-progress"
        aria-label={run.sends ? progress.invites : progress.people}
        value={run.people.length - waiting - queued}
        max={run.people.length}
      />
      <p className="invite-state">
        <span role="status">{progressText(run)}</span>
        {isRunning && <Countdown until={run.notBefore} />}
        {isFinished && hasLeftOver && toCorrect.length === 0 && ` ${progress.leftInList}`}
      </p>
      {isFinished && <Untaken forms={progress.toCorrect} names={toCorrect} />}
      {isFinished && <Untaken forms={progress.leftBefore} names={run.leftOut ?? []} />}
      {error !== null && <InviteErrorNote error={error} retry={state.resume} />}
      <div className="invite-foot">
        {isRunning && <Stop onStop={state.stop} />}
        {!isRunning && waiting > 0 && (
          <>
            <button type="button" className="button" onClick={onLeave}>
              {progress.back}
            </button>
            {error === null && (
              <button type="button" className="button button-main" onClick={state.resume}>
                {fill(progress.resume, { n: waiting })}
              </button>
            )}
          </>
        )}
        {isFinished && again > 0 && (
          <button type="button" className="button" onClick={state.retryFailed}>
            {count(progress.retry, again)}
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
            {progress.saveResult}
          </button>
        )}
        {isFinished && (
          <>
            <button type="button" className="button" onClick={onMore}>
              {hasLeftOver ? progress.correct : progress.inviteMore}
            </button>
            {run.campaignId === undefined ? (
              <Link className="button button-main" to="/people">
                {words.goToPeople}
              </Link>
            ) : (
              <Link
                className="button button-main"
                to="/campaigns/$campaignId"
                params={{ campaignId: run.campaignId }}
              >
                {progress.seeCampaign}
              </Link>
            )}
          </>
        )}
      </div>
      <RunResults run={run} isFinished={isFinished} />
    </section>
  )
}

/** “3 to correct, left in the list: Kap Utt, Cy Yo and Bo Ng.” */
function Untaken({ forms, names }: { forms: Forms; names: readonly string[] }) {
  if (names.length === 0) return null
  const more = names.length - mostNamed
  const shown = more > 0 ? formatList(names.slice(0, mostNamed)) : formatListWithAnd(names)
  const text = more > 0 ? count(progress.namesAndMore, more, { names: shown }) : shown
  return <p className="note">{count(forms, names.length, { names: text })}</p>
}

/** So many names can be read at a glance. */
const mostNamed = 12

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
      {isAsked ? progress.stopping : progress.stop}
    </button>
  )
}

/** “20 follow, in about one minute. You can close this page.” */
function followText(queued: number, nextAt: string | null | undefined): string {
  const next = nextAt ? Date.parse(nextAt) : 0
  if (next > Date.now() + soon) return count(progress.followFrom, queued, { time: timeText(next) })
  return count(progress.follow, queued, {
    minutes: count(progress.minutes, Math.ceil(queued / invitesPerMinute)),
  })
}

/** A later time is named. */
const soon = 10 * 60_000
/** Those that the service sends for one account by itself. */
const invitesPerMinute = 50

/** “12 of 80 sent. 2 not sent.” */
function progressText(run: Run): string {
  const total = run.people.length
  const [sent, added, left, refused] = (['sent', 'added', 'left', 'refused'] as const).map((state) =>
    countOf(run, state),
  )
  const addedCount = run.people.filter(
    ({ profileId, state }) => profileId !== null || state !== 'waits',
  ).length
  if (!run.sends) {
    return joinSentences([
      fill(progress.addedOf, { n: added ?? 0, total }),
      ...exceptText(progress.notAdded, refused),
    ])
  }
  if (addedCount < total) return fill(progress.addedOf, { n: addedCount, total })
  return joinSentences([
    fill(progress.sentOf, { n: sent ?? 0, total }),
    ...exceptText(progress.onlyAdded, added),
    ...exceptText(progress.leftOut, left),
    ...exceptText(progress.notSent, refused),
  ])
}

function exceptText(forms: Forms, number: number | undefined): string[] {
  return number ? [count(forms, number)] : []
}

const { progress } = words
