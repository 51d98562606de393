import { useState } from 'react'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { InviteOutcome, Profile } from '../client/types.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { invitableLater, outcomeSummary, outcomeText } from '../words/outcomes.ts'
import { personName } from '../words/person-name.ts'
import { type InviteBatches, planInviteBatches } from './invite-batches.ts'
import { useInviteBatches } from './use-invite-batches.ts'

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
    <Dialog title="Send invites" onClose={close}>
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
          {isRunning ? 'Stop' : plan ? 'Close' : 'Cancel'}
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
            {reachable === 0
              ? 'Send invites'
              : reachable === 1
                ? 'Send 1 invite'
                : `Send ${reachable} invites`}
          </button>
        )}
        {plan && waiting.length > 0 && (
          <button
            type="button"
            className="button button-main"
            onClick={() => start(planInviteBatches(plan.channel, waiting))}
          >
            Try {waiting.length} again
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
        <legend>Send by</legend>
        {(['email', 'sms'] as const).map((way) => (
          <label key={way} className="filter-choice">
            <input type="radio" name="channel" checked={channel === way} onChange={() => onChange(way)} />
            {way === 'email' ? 'Email' : 'Text message'}
          </label>
        ))}
      </fieldset>
      <p className="note" role="status">
        {without > 0 &&
          `${without} of ${people.length} ${without === 1 ? 'has' : 'have'} no ${channel === 'email' ? 'email address' : 'phone number'} and will be skipped. `}
        {done > 0 && `${done} ${done === 1 ? 'is' : 'are'} done: the link leads to their own results. `}A new
        link ends the one before it.
      </p>
    </>
  )
}

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
        aria-label="Invites"
        value={results.length}
        max={plan.profileIds.length}
      />
      <p role="status">
        {isRunning ? `${results.length} of ${plan.profileIds.length}` : outcomeSummary(results)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by keys */}
      <ul className="bulk-results" tabIndex={0} aria-label="Results">
        {recipients.map((profile) => {
          const result = byId.get(profile.id)
          return (
            <li key={profile.id} data-status={result?.status}>
              <bdi>{personName(profile)}</bdi>
              <span>{result ? outcomeText(result) : isRunning ? 'Waits' : 'Not tried'}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
