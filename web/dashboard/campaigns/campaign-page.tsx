import './campaigns.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { CallAnswer } from '../client/call.ts'
import { campaignQuery } from '../client/campaigns.ts'
import { accountQuery } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import { count } from '../language/fill.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { words as emailWords } from '../ui/campaign-email-words.ts'
import { dayText } from '../ui/day-text.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { linksEndBefore } from '../words/links-end.ts'
import { weekdayMoment } from '../words/moment-text.ts'
import { CampaignFunnelView } from './funnel.tsx'
import { CampaignPeople } from './people.tsx'
import { CampaignQueueNote } from './queue-note.tsx'
import { RemindButton } from './remind-button.tsx'
import { remindersOfCampaign } from './reminders-text.ts'
import { words } from './words.ts'

const RemindDialog = dialogOnDemand(words.reminding.dialog, () =>
  import('./remind-dialog.tsx').then((module) => module.RemindDialog),
)
const EditCampaignDialog = dialogOnDemand(words.editing.title, () =>
  import('./edit-dialog.tsx').then((module) => module.EditCampaignDialog),
)
const EndCampaignDialog = dialogOnDemand(words.ending.title, () =>
  import('./end-dialog.tsx').then((module) => module.EndCampaignDialog),
)

/** One campaign: how far its people are, who is stuck where, and what can be done about it. */
export function CampaignPage() {
  const { campaignId } = useParams({ from: '/framed/campaigns/$campaignId' })
  const { data, error, refetch } = useQuery(campaignQuery(campaignId))
  const [over, setOver] = useState<'remind' | 'edit' | 'end'>()
  const { maySend, mayChange } = useRights()
  usePageTitle(data?.campaign.name ?? words.one.title)
  const close = () => setOver(undefined)
  const campaign = data?.campaign
  const zone = useQuery(accountQuery).data?.preferences.timezone ?? 'UTC'
  const isOpen = campaign !== undefined && campaign.state !== 'ended'
  return (
    <>
      <Link to="/campaigns" className="campaign-back">
        <Icon name="back" size={16} />
        {words.one.all}
      </Link>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          <bdi>{campaign?.name ?? words.one.title}</bdi>
        </h1>
        {isOpen && (
          <div className="page-actions">
            {maySend && (
              <Link className="button" to="/invite" search={{ campaignId }}>
                {words.one.addPeople}
              </Link>
            )}
            {mayChange && (
              <>
                <button type="button" className="button" onClick={() => setOver('end')}>
                  {words.ending.verb}
                </button>
                <button type="button" className="button" onClick={() => setOver('edit')}>
                  {words.one.edit}
                </button>
              </>
            )}
            {maySend && <RemindButton remindable={data?.remindable ?? 0} onOpen={() => setOver('remind')} />}
          </div>
        )}
      </header>
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={420} />}
      {data && campaign && (
        <>
          {isOpen && <Reason {...data} />}
          <dl className="campaign-facts">
            <Fact name={words.one.state} value={words.states[campaign.state]} />
            <div>
              <dt>{words.created}</dt>
              <dd>
                <When at={campaign.createdAt} style="date" />
              </dd>
            </div>
            <Fact
              name={words.lastDay}
              value={campaign.deadline === null ? words.noLastDay : dayText(campaign.deadline)}
            />
            <Fact
              name={words.one.reminders}
              value={remindersOfCampaign(campaign, data.reminderDates, zone)}
            />
            {campaign.senderName !== null && <Fact name={words.one.sender} value={campaign.senderName} />}
          </dl>
          {campaign.state === 'open' &&
            linksEndBefore(campaign.deadline ?? '', new Date(campaign.createdAt)) && (
              <p className="note campaign-links">{emailWords.lastDay.linksEnd}</p>
            )}
          <CampaignQueueNote queue={data.queue} />
          <CampaignFunnelView campaign={campaign} stuck={data.stuck} />
          <CampaignPeople campaignId={campaignId} />
          {campaign.note !== null && (
            <section>
              <h2 className="section">{words.one.note}</h2>
              <p className="campaign-note-text">{campaign.note}</p>
            </section>
          )}
          {over === 'remind' && (
            <RemindDialog
              campaignId={campaignId}
              remindable={data.remindable}
              heldUntil={data.heldUntil}
              onClose={close}
            />
          )}
          {over === 'edit' && <EditCampaignDialog campaign={campaign} onClose={close} />}
          {over === 'end' && (
            <EndCampaignDialog campaign={campaign} waiting={data.queue.waiting} onClose={close} />
          )}
        </>
      )}
      <ApiCall route="GET /campaign/{campaignId}" request={{ path: { campaignId } }} />
    </>
  )
}

/** When the reminders leave that wait for the morning; otherwise why no one can be reminded. */
function Reason({
  campaign: { funnel },
  remindable,
  remindersWaiting,
  heldUntil,
}: Pick<
  CallAnswer<'GET /campaign/{campaignId}'>,
  'campaign' | 'remindable' | 'remindersWaiting' | 'heldUntil'
>) {
  const isHeld = heldUntil !== null && remindersWaiting > 0
  if (!isHeld && (remindable > 0 || funnel.completed === funnel.invited)) return null
  return (
    <p id="campaign-reason" className="note campaign-reason">
      {isHeld
        ? count(words.one.leaving, remindersWaiting, weekdayMoment(heldUntil))
        : words.one.noOneRemindable}
    </p>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}
