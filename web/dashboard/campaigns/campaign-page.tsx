import './campaigns.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '../client/rights.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { daysText } from '../words/campaign-values.ts'
import { CampaignFunnelView } from './funnel.tsx'
import { CampaignPeople } from './people.tsx'
import { campaignQuery } from './queries.ts'
import { RemindButton } from './remind-button.tsx'
import { campaignStateWords, dayText } from './words.ts'

const EditCampaignDialog = dialogOnDemand('Edit campaign', () =>
  import('./edit-dialog.tsx').then((module) => module.EditCampaignDialog),
)
const EndCampaignDialog = dialogOnDemand('End campaign', () =>
  import('./end-dialog.tsx').then((module) => module.EndCampaignDialog),
)

/** One campaign: how far its people are, who is stuck where, and what can be done about it. */
export function CampaignPage() {
  const { campaignId } = useParams({ from: '/framed/campaigns/$campaignId' })
  const { data, error, refetch } = useQuery(campaignQuery(campaignId))
  const [over, setOver] = useState<'edit' | 'end'>()
  const { maySend, mayChange } = useRights()
  usePageTitle(data?.campaign.name ?? 'Campaign')
  const close = () => setOver(undefined)
  const campaign = data?.campaign
  const isOpen = campaign !== undefined && campaign.state !== 'ended'
  return (
    <>
      <Link to="/campaigns" className="campaign-back">
        <Icon name="back" size={16} />
        Campaigns
      </Link>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          <bdi>{campaign?.name ?? 'Campaign'}</bdi>
        </h1>
        {isOpen && (
          <div className="page-actions">
            {mayChange && (
              <>
                <button type="button" className="button" onClick={() => setOver('end')}>
                  End campaign
                </button>
                <button type="button" className="button" onClick={() => setOver('edit')}>
                  Edit
                </button>
              </>
            )}
            {maySend && <RemindButton campaignId={campaignId} remindable={data?.remindable ?? 0} />}
          </div>
        )}
      </header>
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={420} />}
      {data && campaign && (
        <>
          <dl className="campaign-facts">
            <Fact name="State" value={campaignStateWords[campaign.state]} />
            <div>
              <dt>Created</dt>
              <dd>
                <When at={campaign.createdAt} style="date" />
              </dd>
            </div>
            <Fact name="Last day" value={campaign.deadline === null ? 'None' : dayText(campaign.deadline)} />
            <Fact name="Reminders" value={daysText(campaign.reminderDays)} />
            {campaign.senderName !== null && <Fact name="Sender" value={campaign.senderName} />}
          </dl>
          <CampaignFunnelView campaign={campaign} stuck={data.stuck} />
          {isOpen && data.remindable === 0 && campaign.funnel.completed < campaign.funnel.invited && (
            <p className="note campaign-reason">
              No one can be reminded now: people are left out for 20 hours after a message, after three
              reminders, and once they have unsubscribed or asked to be deleted.
            </p>
          )}
          <CampaignPeople campaignId={campaignId} />
          {campaign.note !== null && (
            <section>
              <h2 className="section">Personal note</h2>
              <p className="campaign-note-text">{campaign.note}</p>
            </section>
          )}
          {over === 'edit' && <EditCampaignDialog campaign={campaign} onClose={close} />}
          {over === 'end' && <EndCampaignDialog campaign={campaign} onClose={close} />}
        </>
      )}
      <ApiCall route="GET /campaign/{campaignId}" request={{ path: { campaignId } }} />
    </>
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
