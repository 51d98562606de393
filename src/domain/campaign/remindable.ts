import type { Context } from '../../contract/operation.ts'
import { listUnreachable } from '../message/opt-out.ts'
import { isQuiet, quietEnd } from '../message/quiet-hours.ts'
import { quietZoneOf } from '../reminder/check.ts'
import { type DueReminder, listDueReminders } from '../reminder/store.ts'
import { mostReminded } from './model.ts'

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

/** When reminders go out that are queued now; null if right away. */
export function heldUntil({ account, now }: Pick<Context, 'account' | 'now'>): string | null {
  const [at, zone] = [now(), quietZoneOf(account)]
  return isQuiet(at, zone) ? quietEnd(at, zone).toISOString() : null
}
