import { useQuery } from '@tanstack/react-query'
import { useRights } from '../client/rights.ts'
import type { PersonCampaign } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { CampaignLink } from '../ui/campaign-link.tsx'
import { dayText } from '../ui/day-text.ts'
import { When } from '../ui/when.tsx'
import { PersonSection } from './person-section.tsx'
import { personCampaignsQuery } from './queries.ts'
import { words } from './words.ts'

/** The campaigns that the person is in; undefined until they are known. */
export function useCampaigns(profileId: string): readonly PersonCampaign[] | undefined {
  const { mayRead } = useRights()
  return useQuery({ ...personCampaignsQuery(profileId), enabled: mayRead }).data
}

/** Each campaign of the person with its last day and the next reminder. */
export function CampaignList({ profileId }: { profileId: string }) {
  const campaigns = useCampaigns(profileId)
  if (!campaigns || campaigns.length === 0) return null
  return (
    <ul className="person-campaigns" id="person-campaigns" tabIndex={-1} aria-label={words.campaigns.label}>
      {campaigns.map((campaign) => (
        <li key={campaign.id}>
          <CampaignLink campaign={campaign} />
          {campaign.deadline !== null && (
            <span className="muted">
              <Sentence text={words.campaigns.lastDay} slots={{ date: dayText(campaign.deadline) }} />
            </span>
          )}
          <span className="muted">
            <Outlook campaign={campaign} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The campaigns of someone who has completed, for coaches: others read them in the history. */
export function CampaignsPart({ profileId }: { profileId: string }) {
  const campaigns = useCampaigns(profileId)
  if (!campaigns || campaigns.length === 0) return null
  return (
    <PersonSection id="campaigns" title={words.campaigns.label}>
      <CampaignList profileId={profileId} />
    </PersonSection>
  )
}

function Outlook({ campaign: { step, state, nextReminderAt } }: { campaign: PersonCampaign }) {
  if (step === 'completed') return words.campaigns.completed
  if (state === 'ended') return words.campaigns.ended
  if (nextReminderAt === null) return words.campaigns.noReminder
  const date = <When at={nextReminderAt} style="moment" />
  return <Sentence text={words.campaigns.nextReminder} slots={{ date }} />
}
