import { Failure } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import {
  countModelGenerations,
  insertGeneration,
  listRecentGenerations,
  lockGenerations,
  removeGenerationsBefore,
} from './generation-store.ts'

export const debriefLimits = { seconds: 60, account: 10 } as const

type Writer = 'rules' | 'llm'

/**
 * Counts one debrief that is to be written, and says who may write it: where the account's day of the model is used
 * up, the rules. Fails as `limited` beyond ten a minute. Writers of one account are counted one after the other, and
 * the time is read only then, so that the count is exact however many processes write at once.
 */
export async function recordGeneration(
  { sql, account, site, now, newId }: Pick<Context, 'sql' | 'account' | 'site' | 'now' | 'newId'>,
  writer: Writer,
  id = newId(),
): Promise<Writer> {
  await lockGenerations(sql, account.id)
  const at = now()
  const away = (seconds: number) => new Date(at.getTime() + seconds * 1000)
  if (site.isLimited) {
    const minute = { since: away(-debriefLimits.seconds), until: away(debriefLimits.seconds) }
    refuseTooManyGenerations(await listRecentGenerations(sql, account.id, minute), at)
  }
  const assigned = writer === 'llm' && (await hasBudget(sql, account.id, site, at)) ? 'llm' : 'rules'
  await insertGeneration(sql, { accountId: account.id, id, at, writer: assigned })
  await removeGenerationsBefore(sql, account.id, away(-twoDays))
  return assigned
}

const twoDays = 2 * 24 * 3600

/** Money is capped always, limits or not; the day is that of UTC. */
async function hasBudget(
  sql: Context['sql'],
  accountId: string,
  { debriefModel }: Context['site'],
  at: Date,
): Promise<boolean> {
  const day = new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`)
  return (await countModelGenerations(sql, accountId, day)) < (debriefModel?.dailyBudget ?? 0)
}

function refuseTooManyGenerations(recent: readonly string[], at: Date): void {
  const oldest = recent[debriefLimits.account - 1]
  if (oldest === undefined) return
  const end = Date.parse(oldest) + debriefLimits.seconds * 1000
  const retryAfterSeconds = Math.max(1, Math.ceil((end - at.getTime()) / 1000))
  const again = `Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`
  const message = `The account has had ${debriefLimits.account} debriefs written within a minute. ${again}`
  throw new Failure('debrief_limit', { message, retryAfterSeconds })
}
