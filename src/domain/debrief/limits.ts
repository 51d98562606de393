import { Failure } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import {
  countModelGenerations,
  insertGeneration,
  listRecentGenerations,
  lockGenerations,
  removeGenerationsBefore,
} from './generation-store.ts'

/** `onCompletion`: what of it the service may use for debriefs that nobody asked for. The rest is for people. */
export const debriefLimits = { seconds: 60, account: 10, onCompletion: 5 } as const

type Writer = 'rules' | 'llm'

/**
 * Counts one debrief about to be written, and returns who may write it: the rules once the account's daily model
 * budget is used up. Fails as `limited` above ten per minute. With `leavesRoom`, half of both is the limit. Writers of one
 * account are serialized and the time is read after the lock, so the count is exact across processes.
 */
export async function recordGeneration(
  {
    sql,
    account,
    installation,
    now,
    newId,
  }: Pick<Context, 'sql' | 'account' | 'installation' | 'now' | 'newId'>,
  writer: Writer,
  { id = newId(), leavesRoom = false }: { id?: string; leavesRoom?: boolean | undefined } = {},
): Promise<Writer> {
  await lockGenerations(sql, account.id)
  const at = now()
  const secondsFromNow = (seconds: number) => new Date(at.getTime() + seconds * 1000)
  if (installation.isLimited) {
    const minute = {
      since: secondsFromNow(-debriefLimits.seconds),
      until: secondsFromNow(debriefLimits.seconds),
    }
    const most = leavesRoom ? debriefLimits.onCompletion : debriefLimits.account
    refuseTooManyGenerations(await listRecentGenerations(sql, account.id, minute), most, at)
  }
  const whole = installation.debriefModel?.dailyBudget ?? 0
  const budget = leavesRoom ? Math.floor(whole / 2) : whole
  const assigned = writer === 'llm' && (await hasBudget(sql, account.id, budget, at)) ? 'llm' : 'rules'
  await insertGeneration(sql, { accountId: account.id, id, at, writer: assigned })
  await removeGenerationsBefore(sql, account.id, secondsFromNow(-twoDays))
  return assigned
}

const twoDays = 2 * 24 * 3600

/** The model costs money, so its budget applies even if rate limits are off. A day is a UTC day. */
async function hasBudget(sql: Context['sql'], accountId: string, budget: number, at: Date): Promise<boolean> {
  const day = new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`)
  return (await countModelGenerations(sql, accountId, day)) < budget
}

function refuseTooManyGenerations(recent: readonly string[], most: number, at: Date): void {
  const oldest = recent[most - 1]
  if (oldest === undefined) return
  const end = Date.parse(oldest) + debriefLimits.seconds * 1000
  const retryAfterSeconds = Math.max(1, Math.ceil((end - at.getTime()) / 1000))
  const retryHint = `Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`
  const message = `The account has had ${most} debriefs written within a minute. ${retryHint}`
  throw new Failure('debrief_limit', { message, retryAfterSeconds })
}
