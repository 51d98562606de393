import { useState } from 'react'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { InviteOutcome, Profile } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { invitableLater, outcomeSummary, outcomeText } from '../words/outcomes.ts'
import { personName } from '../words/person-name.ts'
import { type InviteBatches, planInviteBatches } from './invite-batches.ts'
import { useInviteBatches } from './use-invite-batches.ts'
import { words } from './words.ts'

const { inviting } = words

/** Sends an invite to everyone selected. Results appear row by row. */
export function InviteDialog({ people, onClose }: { people: readonly Profile[]; onClose: () => void }) {
  const [channel, setChannel] = useState<'email' | 'sms'>('email')
  const { plan, results, error, isRunning, start, retry } = useInviteBatches()
  const close = () => {
    onClose()
    if (results.length > 0) void queryClient.invalidateQueries({ queryKey: keys.people })
  }
  const waiting = isRunning ? [] : invitableLater(results)
  const reachable = people.length - withoutAddress(people, channel)
  return (
    <Dialog title={inviting.title} onClose={close}>
      {plan ? (
        <>
          <Results people={people} plan={plan} results={results} isRunning={isRunning} />
          {error !== undefined && <FailureNote error={error} retry={retry} />}
        </>
      ) : (
        <Choice people={people} channel={channel} onChange={setChannel} />
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={close}>
          {isRunning ? inviting.stop : plan ? inviting.close : inviting.cancel}
        </button>
        {!plan && (
          <button
            type="button"
            className="button button-main"
            disabled={reachable === 0}
            onClick={() =>
              start(
                planInviteBatches(
                  channel,
                  people.map(({ id }) => id),
                ),
              )
            }
          >
            {reachable === 0 ? inviting.startNone : count(inviting.start, reachable)}
          </button>
        )}
        {plan && waiting.length > 0 && (
          <button
            type="button"
            className="button button-main"
            onClick={() => start(planInviteBatches(plan.channel, waiting))}
          >
            {fill(inviting.again, { n: waiting.length })}
          </button>
        )}
      </div>
    </Dialog>
  )
}

function Choice({
  people,
  channel,
  onChange,
}: {
  people: readonly Profile[]
  channel: 'email' | 'sms'
  onChange: (channel: 'email' | 'sms') => void
}) {
  const without = withoutAddress(people, channel)
  const done = people.filter((person) => person.isCompleted).length
  return (
    <>
      <fieldset className="filter-set">
        <legend>{inviting.by}</legend>
        {(['email', 'sms'] as const).map((way) => (
          <label key={way} className="filter-choice">
            <input type="radio" name="channel" checked={channel === way} onChange={() => onChange(way)} />
            {inviting[way]}
          </label>
        ))}
      </fieldset>
      <p className="note" role="status">
        {joinSentences([
          ...(without > 0 ? [count(unreachable[channel], without, { total: people.length })] : []),
          ...(done > 0 ? [count(inviting.completed, done)] : []),
          inviting.replaces,
        ])}
      </p>
    </>
  )
}

const unreachable = { email: inviting.noEmail, sms: inviting.noPhone }

function withoutAddress(people: readonly Profile[], channel: 'email' | 'sms'): number {
  return people.filter((person) => (channel === 'email' ? person.email : person.phone) === null).length
}

function Results({
  people,
  plan,
  results,
  isRunning,
}: {
  people: readonly Profile[]
  plan: InviteBatches
  results: readonly InviteOutcome[]
  isRunning: boolean
}) {
  const byId = new Map(results.map((result) => [result.profileId, result]))
  const recipients = people.filter(({ id }) => plan.profileIds.includes(id))
  return (
    <>
      <progress
        className="bulk-progress"
        aria-label={inviting.progress}
        value={results.length}
        max={plan.profileIds.length}
      />
      <p role="status">
        {isRunning
          ? fill(inviting.progressOf, { n: results.length, total: plan.profileIds.length })
          : outcomeSummary(results)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by keys */}
      <ul className="bulk-results" tabIndex={0} aria-label={inviting.results}>
        {recipients.map((profile) => {
          const result = byId.get(profile.id)
          return (
            <li key={profile.id} data-status={result?.status}>
              <bdi>{personName(profile)}</bdi>
              <span>{result ? outcomeText(result) : isRunning ? inviting.waits : inviting.notTried}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
