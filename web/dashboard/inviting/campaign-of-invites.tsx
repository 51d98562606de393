import type { ReactNode } from 'react'
import type { Account, Profile } from '../client/types.ts'
import { joinSentences } from '../language/formats.ts'
import { CampaignChoice } from '../ui/campaign-choice.tsx'
import { CampaignEmail } from '../ui/campaign-email.tsx'
import { words } from '../ui/campaign-email-words.ts'
import { EmailPreview } from '../ui/email-preview.tsx'
import { remindersText } from '../ui/reminders-text.ts'
import type { InviteCampaign } from './use-invite-campaign.ts'

/** The choice of the campaign, and its email. `children` are the fields of a new one. */
export function CampaignOfInvites({
  choice: { value, choose, own, isOne, isNew, campaignId },
  account,
  person,
  children,
}: {
  choice: InviteCampaign
  account: Account | undefined
  /** The email is shown as this one gets it. */
  person: Profile | undefined
  children: ReactNode
}) {
  const { reminderDays = [], timezone, locale = 'en' } = account?.preferences ?? {}
  const isIn = own.some(({ id }) => id === campaignId)
  const { choice } = words
  return (
    <>
      <CampaignChoice
        value={value}
        onChange={choose}
        fresh={isOne ? choice.own : choice.new}
        own={own}
        // To someone for whom a campaign waits, every link is one of it.
        withNone={isOne && own.length === 0}
      />
      <p className="note inviting-campaign" role="status">
        {campaignId !== undefined && (isIn ? choice.isIn : choice.into)}
        {own.length > 0 && !isIn && ` ${choice.moves}`}
        {value === 'none' &&
          joinSentences([choice.noneText, remindersText(reminderDays, { deadline: '', zone: timezone })])}
      </p>
      {isNew ? (
        children
      ) : campaignId === undefined ? (
        <EmailPreview
          body={person?.firstName ? { firstName: person.firstName } : {}}
          locale={person?.locale ?? locale}
        />
      ) : (
        <CampaignEmail campaignId={campaignId} person={person} />
      )}
    </>
  )
}
