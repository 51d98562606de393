import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accountQuery } from '../client/queries.ts'
import type { InviteOutcome, Profile } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { usualCampaignName } from '../ui/campaign-name.ts'
import { CampaignPart } from '../ui/campaign-part.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { type CampaignValues, campaignBody, newCampaign, parseDays } from '../words/campaign-values.ts'
import { invitableLater, outcomeSummary, outcomeText } from '../words/outcomes.ts'
import { personName } from '../words/person-name.ts'
import { type InviteBatches, planInviteBatches } from './invite-batches.ts'
import { showWhatWasSent, useInviteBatches } from './use-invite-batches.ts'
import { words } from './words.ts'

const { inviting } = words

/** Invites everyone selected in a new campaign. Results appear row by row. */
export function InviteDialog({ people, onClose }: { people: readonly Profile[]; onClose: () => void }) {
  const { data: account } = useQuery(accountQuery)
  const [channel, setChannel] = useState<'email' | 'sms'>('email')
  const [written, setWritten] = useState<CampaignValues>()
  const { plan, campaignId, results, error, isRunning, start, retry } = useInviteBatches()
  const close = () => {
    onClose()
    if (campaignId) showWhatWasSent()
  }
  const waiting = isRunning ? [] : invitableLater(results)
  const invited = people.filter((person) => !person.isCompleted && hasAddress(person, channel))
  const campaign = written ?? newCampaign(account?.preferences.reminderDays)
  const usualName = usualCampaignName(invited.map(personName))
  const isReady = invited.length > 0 && parseDays(campaign.days) !== undefined
  const send = (profileIds: readonly string[]) =>
    start(planInviteBatches({ channel, profileIds, campaign: campaignBody(campaign, usualName) }))
  return (
    // Until the campaign is there, a refusal can be answered by changing it.
    <Dialog title={inviting.title} width={campaignId ? 560 : 920} onClose={close}>
      {plan && campaignId ? (
        <Results people={people} plan={plan} results={results} isRunning={isRunning} />
      ) : (
        <>
          <Choice people={people} channel={channel} onChange={setChannel} />
          <CampaignPart
            values={campaign}
            change={(fields) => setWritten({ ...campaign, ...fields })}
            usualName={usualName}
            account={account}
            person={previewed(invited[0])}
          />
        </>
      )}
      {error !== undefined && <FailureNote error={error} {...(campaignId && { retry })} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={close}>
          {isRunning ? inviting.stop : campaignId ? inviting.close : inviting.cancel}
        </button>
        {!campaignId && (
          <button
            type="button"
            className="button button-main"
            aria-disabled={!isReady || isRunning}
            // Those who can't get one are in the results too, with the reason.
            onClick={() => isReady && !isRunning && send(people.map(({ id }) => id))}
          >
            {invited.length === 0 ? inviting.startNone : count(inviting.start, invited.length)}
          </button>
        )}
        {campaignId && waiting.length > 0 && (
          <button type="button" className="button" onClick={() => send(waiting)}>
            {fill(inviting.again, { n: waiting.length })}
          </button>
        )}
        {campaignId && !isRunning && (
          <Link
            className="button button-main"
            to="/campaigns/$campaignId"
            params={{ campaignId }}
            onClick={close}
          >
            {inviting.seeCampaign}
          </Link>
        )}
      </div>
    </Dialog>
  )
}

/** The email is shown as the first of them gets it. */
function previewed(person: Profile | undefined) {
  return {
    ...(person?.firstName && { firstName: person.firstName }),
    ...(person?.locale && { locale: person.locale }),
  }
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
  const done = people.filter((person) => person.isCompleted).length
  const without = people.filter((person) => !person.isCompleted && !hasAddress(person, channel)).length
  return (
    <>
      <fieldset className="filter-set">
        <legend>{inviting.by}</legend>
        {(['email', 'sms'] as const).map((way) => (
          <label key={way} className="filter-choice">
            <input
              type="radio"
              name="channel"
              data-first={channel === way ? true : undefined}
              checked={channel === way}
              onChange={() => onChange(way)}
            />
            {inviting[way]}
          </label>
        ))}
      </fieldset>
      <p className="note" role="status">
        {joinSentences([
          ...(without > 0 ? [count(unreachable[channel], without, { total: people.length })] : []),
          ...(done > 0 ? [count(inviting.completed, done)] : []),
          ...(channel === 'sms' ? [inviting.plainTexts] : []),
          inviting.replaces,
        ])}
      </p>
    </>
  )
}

const unreachable = { email: inviting.noEmail, sms: inviting.noPhone }

function hasAddress({ email, phone }: Profile, channel: 'email' | 'sms'): boolean {
  return (channel === 'email' ? email : phone) !== null
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
