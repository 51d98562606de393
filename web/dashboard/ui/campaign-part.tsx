import type { Account } from '../client/types.ts'
import { type CampaignValues, campaignEmailBody, parseDays } from '../words/campaign-values.ts'
import { words } from './campaign-email-words.ts'
import { CampaignFields } from './campaign-fields.tsx'
import { EmailPreview } from './email-preview.tsx'
import { remindersText } from './reminders-text.ts'
import type { CampaignCheck } from './use-campaign-check.ts'
import { type PreviewBody, refusalOf, useEmailPreview } from './use-email-preview.ts'

/** The fields of a campaign, and its email as it changes with them. */
export function CampaignPart({
  values,
  change,
  usualName,
  account,
  check,
  person = {},
  isNew = true,
}: {
  values: CampaignValues
  change: (fields: Partial<CampaignValues>) => void
  usualName: string
  account: Account | undefined
  /** What the service said when this was to be sent. */
  check?: Pick<CampaignCheck, 'problemOf'>
  /** What depends on whom it is for. */
  person?: Pick<PreviewBody, 'firstName' | 'locale' | 'assessmentIds' | 'focusForm'>
  /** Whether people are invited now, so that the days of reminders are known. */
  isNew?: boolean
}) {
  const { locale = account?.preferences.locale ?? 'en', ...others } = person
  const body = { ...campaignEmailBody(values), ...others }
  const { error } = useEmailPreview({ ...body, locale })
  const days = parseDays(values.days)
  const { deadline } = values
  const reminders =
    isNew && days?.length ? remindersText(days, { deadline, zone: account?.preferences.timezone }) : undefined
  return (
    <div className="campaign-part">
      <CampaignFields
        values={values}
        change={change}
        usualName={usualName}
        accountName={account?.preferences.senderName ?? account?.name ?? words.sender.account}
        remindersHint={reminders}
        refusal={(field) => refusalOf(error, field) ?? check?.problemOf(field, values[field])}
      />
      <EmailPreview body={body} locale={locale} reminders={reminders} />
    </div>
  )
}
