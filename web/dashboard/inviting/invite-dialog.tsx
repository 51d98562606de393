import './inviting.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { hasScope } from '../client/access.ts'
import { accountQuery } from '../client/queries.ts'
import type { Invite, InviteOutcome, Profile } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { usualCampaignName } from '../ui/campaign-name.ts'
import { CampaignPart } from '../ui/campaign-part.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { inviteQueueQuery } from '../ui/invite-queue.ts'
import { useCampaignCheck } from '../ui/use-campaign-check.ts'
import { useRefusals } from '../ui/use-refusals.ts'
import { type CampaignValues, campaignBody, newCampaign } from '../words/campaign-values.ts'
import { channelFor, type DeliveryMode } from '../words/delivery.ts'
import { dueMoment } from '../words/moment-text.ts'
import { invitableLater, outcomeSummary, outcomeText } from '../words/outcomes.ts'
import { personName } from '../words/person-name.ts'
import { CampaignOfInvites } from './campaign-of-invites.tsx'
import { planInviteBatches } from './invite-batches.ts'
import { messagesTodayQuery } from './queries.ts'
import { showWhatWasSent, useInviteBatches } from './use-invite-batches.ts'
import { useInviteCampaign } from './use-invite-campaign.ts'
import { words } from './words.ts'

/** Invites everyone selected, in a new campaign, an open one, or for one person in the one that they are in. */
export function InviteDialog({ people, onClose }: { people: readonly Profile[]; onClose: () => void }) {
  const { data: account } = useQuery(accountQuery)
  const [way, setWay] = useState<DeliveryMode>(
    people.length > 1 ? 'given' : people.some(({ email }) => email !== null) ? 'email' : 'sms',
  )
  const [leavesOut, setLeavesOut] = useState(false)
  const ids = people.map(({ id }) => id)
  const { data: today } = useQuery({ ...messagesTodayQuery(ids), enabled: hasScope('profiles:read') })
  const check = useCampaignCheck()
  const [written, setWritten] = useState<CampaignValues>()
  const choice = useInviteCampaign(people)
  const { profileIds, campaignId, results, error, hasBegun, isRunning, start, retry } = useInviteBatches()
  const list = useRef<HTMLUListElement>(null)
  const close = () => {
    onClose()
    if (hasBegun) showWhatWasSent()
  }
  // What failed comes first: starting others would drop it.
  const waiting = isRunning || error !== undefined ? [] : invitableLater(results)
  const chosen = leavesOut ? people.filter(({ id }) => !today?.has(id)) : people
  const able = chosen.flatMap((person) => {
    const channel = channelFor(person, way)
    return person.isCompleted || !channel ? [] : [{ person, channel }]
  })
  const { refusals, isSettled } = useRefusals(
    hasBegun ? [] : able.map(({ person, channel }) => ({ profileId: person.id, channel })),
    choice.campaignId,
  )
  const invited = able.map(({ person }) => person).filter(({ id }) => !refusals.has(id))
  const campaign = written ?? newCampaign(account?.preferences.reminderDays)
  const usualName = usualCampaignName(invited.map(personName))
  const isReady = invited.length > 0 && isSettled && !choice.isLoading && !isRunning && !check.isChecking
  const body = campaignBody(campaign, usualName)
  const send = (recipients: readonly Profile[]) =>
    start(planInviteBatches(recipients, way, choice.isNew ? body : choice.campaignId))
  const sendFirst = async () => {
    if (!isReady || (choice.isNew && !(await check.check(campaign, body)))) return
    // Those who can't get one are in the results too, with the reason.
    const others = chosen.filter((person) => !invited.includes(person))
    send([...invited, ...others])
  }
  return (
    // Until the campaign is there, a refusal can be answered by changing it.
    <Dialog
      title={people.length === 1 ? words.titleOfOne : words.title}
      width={hasBegun ? 560 : 920}
      onClose={close}
    >
      {hasBegun ? (
        <Results ref={list} {...{ people, profileIds, results, isRunning, campaignId }} />
      ) : (
        <>
          <Choice people={people} way={way} onChange={setWay} />
          <Today people={people} today={today} leavesOut={leavesOut} onChange={setLeavesOut} />
          <Refused refusals={refusals} isNobody={able.length > 0 && invited.length === 0} />
          <CampaignOfInvites choice={choice} account={account} person={invited[0]}>
            <CampaignPart
              values={campaign}
              change={(fields) => setWritten({ ...campaign, ...fields })}
              usualName={usualName}
              account={account}
              check={check}
              person={previewed(invited[0])}
            />
          </CampaignOfInvites>
        </>
      )}
      {!hasBegun && choice.error !== null && <FailureNote error={choice.error} retry={choice.retry} />}
      {!hasBegun && check.error !== undefined && <FailureNote error={check.error} />}
      {error !== undefined && <FailureNote error={error} {...(hasBegun && { retry })} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={close}>
          {isRunning ? words.stop : hasBegun ? words.close : words.cancel}
        </button>
        {!hasBegun && (
          <button
            type="button"
            className="button button-main"
            aria-disabled={!isReady}
            onClick={() => void sendFirst()}
          >
            {invited.length === 0 ? words.startNone : count(words.start, invited.length)}
          </button>
        )}
        {hasBegun && waiting.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => {
              // This button disappears.
              list.current?.focus()
              send(people.filter(({ id }) => waiting.includes(id)))
            }}
          >
            {fill(words.again, { n: waiting.length })}
          </button>
        )}
        {campaignId && !isRunning && (
          <Link
            className="button button-main"
            to="/campaigns/$campaignId"
            params={{ campaignId }}
            onClick={close}
          >
            {words.seeCampaign}
          </Link>
        )}
      </div>
    </Dialog>
  )
}

/** “1 skipped: asked for no more emails.” */
function Refused({
  refusals,
  isNobody,
}: {
  refusals: ReadonlyMap<string, InviteOutcome>
  isNobody: boolean
}) {
  const refused = [...refusals.values()]
  return (
    <p className="note" role="status">
      {refused.length > 0 &&
        joinSentences([`${outcomeSummary(refused)}.`, ...(isNobody ? [words.nobody] : [])])}
    </p>
  )
}

/** Who has had a message today, and whether they are left out. */
function Today({
  people,
  today,
  leavesOut,
  onChange,
}: {
  people: readonly Profile[]
  today: ReadonlyMap<string, Invite> | undefined
  leavesOut: boolean
  onChange: (leavesOut: boolean) => void
}) {
  const open = people.filter((person) => !person.isCompleted)
  const had = open.flatMap(({ id }) => today?.get(id) ?? [])
  const [first] = had
  if (!first) return null
  const { todayOfOne, invitedToday, remindedToday, messagedToday, leaveOut } = words
  const reminders = had.filter(({ isReminder }) => isReminder).length
  const forms = reminders === 0 ? invitedToday : reminders === had.length ? remindedToday : messagedToday
  const alone = first.isReminder ? todayOfOne.reminded : todayOfOne.invited
  return (
    <div className="inviting-today">
      <p role="status">{open.length === 1 ? alone : count(forms, had.length, { total: open.length })}</p>
      {open.length > 1 && (
        <label className="inviting-choice">
          <input type="checkbox" checked={leavesOut} onChange={(event) => onChange(event.target.checked)} />
          {count(leaveOut, had.length)}
        </label>
      )}
    </div>
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
  way,
  onChange,
}: {
  people: readonly Profile[]
  way: DeliveryMode
  onChange: (way: DeliveryMode) => void
}) {
  const open = people.filter((person) => !person.isCompleted)
  const without = open.filter((person) => !channelFor(person, way)).length
  // One person with one address has nothing to choose.
  const hasChoice = people.length > 1 || people.every((person) => person.email && person.phone)
  return (
    <>
      {hasChoice && (
        <fieldset className="inviting-by">
          <legend>{words.by}</legend>
          {(people.length > 1 ? ways : ways.slice(1)).map((one) => (
            <label key={one} className="inviting-choice">
              <input
                type="radio"
                name="channel"
                data-first={way === one ? true : undefined}
                checked={way === one}
                onChange={() => onChange(one)}
              />
              {words[one]}
            </label>
          ))}
        </fieldset>
      )}
      <p className="note" role="status">
        {joinSentences([
          ...(without > 0 ? [count(unreachable[way], without, { total: people.length })] : []),
          ...(people.length > open.length ? [count(words.completed, people.length - open.length)] : []),
          ...(open.some((person) => channelFor(person, way) === 'sms') ? [words.plainTexts] : []),
          words.replaces,
        ])}
      </p>
    </>
  )
}

const ways = ['given', 'email', 'sms'] as const
const unreachable = { given: words.noAddress, email: words.noEmail, sms: words.noPhone }

function Results({
  ref,
  people,
  profileIds,
  results,
  isRunning,
  campaignId,
}: {
  ref: RefObject<HTMLUListElement | null>
  people: readonly Profile[]
  profileIds: readonly string[]
  results: readonly InviteOutcome[]
  isRunning: boolean
  campaignId: string | undefined
}) {
  const hasQueue = !isRunning && campaignId !== undefined && results.some(({ status }) => status === 'queued')
  const { data: queue } = useQuery({
    ...inviteQueueQuery(campaignId ?? ''),
    enabled: hasQueue && hasScope('profiles:read'),
  })
  const byId = new Map(results.map((result) => [result.profileId, result]))
  const recipients = people.filter(({ id }) => profileIds.includes(id))
  // Without any answer it isn't known whether they were tried.
  if (results.length === 0 && !isRunning) return null
  return (
    <>
      <progress
        className="inviting-progress"
        aria-label={words.progress}
        value={results.length}
        max={profileIds.length}
      />
      <p role="status">
        {isRunning
          ? fill(words.progressOf, { n: results.length, total: profileIds.length })
          : outcomeSummary(results, queue?.nextAt ? dueMoment(queue.nextAt) : undefined)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by keys */}
      <ul ref={ref} className="inviting-results" tabIndex={0} aria-label={words.results}>
        {recipients.map((profile) => {
          const result = byId.get(profile.id)
          return (
            <li key={profile.id} data-status={result?.status}>
              <bdi>{personName(profile)}</bdi>
              <span>{result ? outcomeText(result) : isRunning ? words.waits : words.notTried}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
