import type { Context } from '../../contract/operation.ts'
import { mayRemind } from '../account/billing.ts'
import { listUnreachable } from '../message/opt-out.ts'
import { isQuiet, quietEnd } from '../message/quiet-hours.ts'
import { quietZoneOf } from '../reminder/check.ts'
import { type DueReminder, listDueReminders } from '../reminder/store.ts'
import { mostReminded } from './model.ts'
import type { CampaignRow } from './store.ts'
import { listWaitingReminders } from './waiting-reminder-store.ts'

/** The people of a campaign whom someone may remind now, up to a limit. */
export async function listRemindable(
  { sql, account, now, installation }: Pick<Context, 'sql' | 'account' | 'now' | 'installation'>,
  campaignId: string,
): Promise<DueReminder[]> {
  const found: DueReminder[] = []
  let after = ''
  for (let read = mostReminded; read === mostReminded && found.length < mostReminded; ) {
    const source = { kind: 'remindable', campaignId } as const
    const page = await listDueReminders(sql, account.id, source, { now: now(), after, limit: mostReminded })
    const addresses = page.map(({ recipient }) => recipient)
    const stopped = await listUnreachable(sql, { accountId: account.id, addresses, installation })
    found.push(...page.filter(({ recipient }) => !stopped.has(recipient)))
    read = page.length
    after = page.at(-1)?.inviteId ?? after
  }
  return found.slice(0, mostReminded)
}

/** How many reminders wait to be sent. Without those that are left out: to addresses that get no more messages, and all if the account may send none. */
export async function countWaiting(
  { sql, account, installation, now }: Context,
  { id, state }: Pick<CampaignRow, 'id' | 'state'>,
): Promise<number> {
  if (state === 'ended' || !mayRemind(account, installation, now())) return 0
  const accountId = account.id
  const addresses = await listWaitingReminders(sql, { accountId, campaignId: id, now: now() })
  const stopped = await listUnreachable(sql, { accountId, addresses, installation })
  return addresses.filter((address) => !stopped.has(address)).length
}

/** When reminders go out that are queued now; null if right away, or if the account may send none. */
export function heldUntil({
  account,
  installation,
  now,
}: Pick<Context, 'account' | 'installation' | 'now'>): string | null {
  const [at, zone] = [now(), quietZoneOf(account)]
  if (!mayRemind(account, installation, at)) return null
  return isQuiet(at, zone) ? quietEnd(at, zone).toISOString() : null
}
