import type { CallAnswer } from '../client/call.ts'

export type PersonStatusFilter = keyof NonNullable<CallAnswer<'GET /profiles/statuses'>['statuses']>

/** The statuses in the order of the funnel. */
export const statusFilters: readonly (readonly [PersonStatusFilter, string])[] = [
  ['notInvited', 'Not invited'],
  ['sent', 'Sent'],
  ['opened', 'Opened'],
  ['inProgress', 'In progress'],
  ['completed', 'Completed'],
  ['bounced', 'Bounced'],
  ['expired', 'Expired'],
]
