import type { z } from 'zod'
import { invalid } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import type { readWaiting } from '../campaign-progress/waiting-store.ts'
import { makerOf } from '../link/maker.ts'
import { dayIn } from '../message/date-time.ts'
import type { Campaign, InviteQueue, Stuck } from './model.ts'
import type { CampaignFigures, CampaignRow } from './store.ts'

/** The account, and the day that it is there. */
export function accountDay({ account, now }: Pick<Context, 'account' | 'now'>) {
  return { accountId: account.id, today: dayIn(now(), account.preferences.timezone ?? 'UTC') }
}

export function refusePastDeadline(
  context: Pick<Context, 'account' | 'now'>,
  deadline: string | null | undefined,
): void {
  if (deadline && deadline < accountDay(context).today) {
    throw invalid("deadline must be today or later, in the account's time zone.", { param: 'deadline' })
  }
}

/** The member who gets replies; null if they go to the account's address. */
export function replyMember(
  { caller }: Pick<Context, 'caller'>,
  repliesToMe: boolean | undefined,
): string | null {
  if (!repliesToMe) return null
  const { memberId } = makerOf(caller)
  if (memberId !== null) return memberId
  throw invalid('repliesToMe is for members: an API key has no address.', { param: 'repliesToMe' })
}

export function toCampaign(row: CampaignRow & CampaignFigures): Campaign {
  const { invited, sent, opened, started, completed, medianSeconds } = row
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    endedAt: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
    deadline: row.deadline,
    senderName: row.senderName,
    repliesToMemberId: row.repliesToMemberId,
    note: row.note,
    reminderDays: [...row.reminderDays],
    funnel: { invited, sent, opened, started, completed },
    medianMinutes: medianSeconds === null ? null : Math.round(medianSeconds / 6) / 10,
  }
}

export function toStuck(row: CampaignFigures): z.output<typeof Stuck> {
  return {
    queued: row.stuckQueued,
    failed: row.stuckFailed,
    addressChanged: row.stuckAddressChanged,
    wrongPerson: row.stuckWrongPerson,
    sent: row.stuckSent,
    opened: row.stuckOpened,
    disc: row.stuckDisc,
    focus: row.stuckFocus,
    core: row.stuckCore,
  }
}

export function toInviteQueue({
  waiting,
  nextAt,
  people,
}: Awaited<ReturnType<typeof readWaiting>>): z.output<typeof InviteQueue> {
  type Reason = z.output<typeof InviteQueue>['people'][number]['reason']
  return {
    waiting,
    nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
    people: people.map(({ profileId, reason }) => ({ profileId, reason: reason as Reason })),
  }
}
