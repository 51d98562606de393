import { useQuery } from '@tanstack/react-query'
import { campaignQuery } from '../client/campaigns.ts'
import { accountQuery } from '../client/queries.ts'
import type { Profile } from '../client/types.ts'
import { EmailPreview } from './email-preview.tsx'
import { FailureNote } from './failure-note.tsx'
import { Skeleton } from './skeleton.tsx'

/** The email that a campaign sends now: to this person, or to someone without a name. */
export function CampaignEmail({
  campaignId,
  isReminder,
  person,
}: {
  campaignId: string
  /** Only the invite or only the reminder. Without it, the reader chooses. */
  isReminder?: boolean
  person?: Profile | undefined
}) {
  const { data, error, refetch } = useQuery(campaignQuery(campaignId))
  const account = useQuery(accountQuery).data
  if (error && !data) return <FailureNote error={error} retry={() => void refetch()} />
  if (!data || !account) return <Skeleton width="100%" height={440} />
  const { deadline, senderName, note, repliesToMemberId } = data.campaign
  return (
    <EmailPreview
      body={{
        ...(deadline !== null && { deadline }),
        ...(senderName !== null && { senderName }),
        ...(note !== null && { note }),
        ...(repliesToMemberId !== null && { repliesToMe: true }),
        ...(person?.firstName && { firstName: person.firstName }),
        ...(person && { assessmentIds: person.availableAssessments, focusForm: person.focusForm }),
      }}
      locale={person?.locale ?? account.preferences.locale ?? 'en'}
      {...(isReminder !== undefined && { isReminder })}
    />
  )
}
