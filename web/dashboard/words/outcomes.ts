import type { InviteOutcome } from '../client/types.ts'

/** The outcome of one invite, for its row. */
export function outcomeText({ status, reason }: InviteOutcome): string {
  if (status === 'sent') return 'Sent'
  const head = status === 'failed' ? 'Not sent' : 'Skipped'
  return reason ? `${head}: ${reasons[reason]}` : head
}

const reasons: Record<NonNullable<InviteOutcome['reason']>, string> = {
  profile_not_on_account: 'is no longer on the account',
  already_completed: 'Skipped: already completed',
  profile_without_email: 'has no email address',
  profile_without_phone: 'has no phone number',
  country_not_allowed: 'no text messages go to this country',
  number_not_allowed: 'no text messages go to this number',
  number_invalid: 'the phone number is not a whole one',
  invited_just_now: 'was invited less than a minute ago',
  invite_limit: 'the account sends 60 invites a minute, try again in a minute',
  email_limit: 'the account has sent its emails for now, try again later',
  text_limit: 'the account has sent its text messages for now, try again later',
  recipient_limit: 'this address has had enough invites for now, try again later',
  recipient_opted_out: 'asked for no more emails',
  recipient_bounced: 'emails to this address have bounced',
  person_inactive: 'was deactivated by a directory',
}

/** “3 sent, 1 skipped: has no email address”. */
export function outcomeSummary(results: readonly InviteOutcome[]): string {
  const sent = results.filter(({ status }) => status === 'sent').length
  const parts = sent > 0 ? [`${sent.toLocaleString('en-GB')} sent`] : []
  const others = new Map<string, number>()
  for (const result of results.filter(({ status }) => status !== 'sent')) {
    const words = outcomeText(result)
    others.set(words, (others.get(words) ?? 0) + 1)
  }
  for (const [words, count] of others) {
    parts.push(`${count.toLocaleString('en-GB')} ${words.charAt(0).toLowerCase()}${words.slice(1)}`)
  }
  return parts.join(', ')
}

/** People whose invite may succeed a little later. */
export function invitableLater(results: readonly InviteOutcome[]): readonly string[] {
  const later = ['invited_just_now', 'invite_limit', 'text_limit', 'email_limit', 'recipient_limit']
  return results.filter(({ reason }) => reason && later.includes(reason)).map(({ profileId }) => profileId)
}
