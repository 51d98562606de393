import type { CallAnswer } from '../client/call.ts'

export type PersonStatusFilter = keyof NonNullable<CallAnswer<'GET /profiles/statuses'>['statuses']>

/** The statuses in the order of the funnel. Their words are elsewhere: this list is part of the first script. */
export const statusFilters: readonly PersonStatusFilter[] = [
  'notInvited',
  'sent',
  'opened',
  'inProgress',
  'completed',
  'bounced',
  'expired',
  'wrongPerson',
]
