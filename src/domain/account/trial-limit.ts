import type { EventData } from '../../contract/event-types.ts'
import type { Sql } from '../../contract/ports.ts'
import { recordEvent } from '../event/record.ts'

/** Records that the last report or profile of a trial was used; once per account and limit. */
export async function recordTrialLimitReached(
  sql: Sql,
  accountId: string,
  limit: EventData<'account.trialLimitReached'>['limit'],
): Promise<void> {
  const marked = await sql.run(
    `update account set trial_limits_reached = trial_limits_reached || $2::text
      where id = $1 and not $2::text = any(trial_limits_reached)`,
    [accountId, limit],
  )
  if (marked > 0) recordEvent(sql, { type: 'account.trialLimitReached', data: { limit } })
}
