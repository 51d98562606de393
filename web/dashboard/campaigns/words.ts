import type { Campaign, CampaignPerson } from '../client/types.ts'
import { assessmentNames } from '../words/assessment-names.ts'

export const campaignStateWords: Record<Campaign['state'], string> = {
  open: 'Open',
  overdue: 'Past its last day',
  ended: 'Ended',
}

export const stepWords: Record<CampaignPerson['step'], string> = {
  queued: 'Waiting to be sent',
  failed: 'Bounced',
  sent: 'Sent, not opened',
  opened: 'Opened, no answer yet',
  started: 'In progress',
  completed: 'Completed',
}

/** “In Focus”. */
export function placeText({ step, assessment }: Pick<CampaignPerson, 'step' | 'assessment'>): string {
  return step === 'started' && assessment ? `In ${assessmentNames[assessment]}` : stepWords[step]
}

/** “65%” of those who were invited. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${Math.round((100 * part) / whole)}%`
}

/** A day without a time, such as 2026-12-18, as people write it. */
export function dayText(day: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(new Date(`${day}T12:00:00Z`))
}
