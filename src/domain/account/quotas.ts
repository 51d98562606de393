import { dashboardClientId } from '../../contract/authorization.ts'
import { Failure } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import { type QuotaName, quotaOf } from '../../contract/quotas.ts'
import { secondsUntilTomorrow } from '../../contract/tomorrow.ts'
import { countApps, countChangesToday, hasChangedToday } from './quota-store.ts'

export const megabyte = 1_000_000

type QuotaContext = Pick<Context, 'sql' | 'account' | 'installation' | 'now'>

/** Refuses (402) what adds to an account that stores as much as it may. */
export async function refuseBeyondStorage({ sql, account, installation }: QuotaContext): Promise<void> {
  const limit = quotaOf('storageMegabytes', account, installation)
  if (limit === undefined || !installation.readStoredBytes) return
  if ((await installation.readStoredBytes(sql, account.id, limit * megabyte)) < limit * megabyte) return
  throw new Failure('storage_quota', {
    message: `The account stores ${limit} MB, which is its limit. Delete people you no longer need, or ask the operator of this service for more.`,
  })
}

/** Refuses (429) changes by tokens once they have made as many today as they may. One request may exceed the limit. */
export async function refuseBeyondChanges({ sql, account, installation, now }: QuotaContext): Promise<void> {
  const limit = quotaOf('changesDaily', account, installation)
  if (limit === undefined || (await countChangesToday(sql, account.id, now())) < limit) return
  throw new Failure('change_limit', {
    message: `The account has reached its limit of ${limit} changes a day. Try again tomorrow (UTC).`,
    retryAfterSeconds: secondsUntilTomorrow(now()),
  })
}

/** Of the changes of a day, what each coach may make besides. */
const shareOfCoach = 10

/** Refuses (429) changes by a coach, who may make a tenth of the account's changes a day, whatever others have made. */
export async function refuseBeyondShare(
  { sql, account, installation, now }: QuotaContext,
  memberId: string,
): Promise<void> {
  const limit = quotaOf('changesDaily', account, installation)
  if (limit === undefined) return
  const share = Math.ceil(limit / shareOfCoach)
  if (!(await hasChangedToday(sql, { accountId: account.id, memberId, times: share }, now()))) return
  throw new Failure('change_limit', {
    message: `You have reached your limit of ${share} ${share === 1 ? 'change' : 'changes'} a day. Try again tomorrow (UTC).`,
    retryAfterSeconds: secondsUntilTomorrow(now()),
  })
}

/** How much of one limit is used. */
export type QuotaUsage = {
  name: 'storedBytes' | 'changesToday' | 'exportsThisHour' | 'apps'
  /** Null where it isn't counted for reading. */
  used: number | null
  limit: number
}

/** The limits that the operator has set, besides that of profiles; none by default. */
export async function readQuotaUsage({
  sql,
  account,
  installation,
  now,
}: QuotaContext): Promise<QuotaUsage[]> {
  const limitOf = (name: QuotaName) => quotaOf(name, account, installation)
  const usage: QuotaUsage[] = []
  const storage = limitOf('storageMegabytes')
  if (storage !== undefined) {
    const limit = storage * megabyte
    const used = (await installation.readStoredBytes?.(sql, account.id, limit)) ?? null
    usage.push({ name: 'storedBytes', used, limit })
  }
  const changes = limitOf('changesDaily')
  if (changes !== undefined) {
    const used = await countChangesToday(sql, account.id, now())
    usage.push({ name: 'changesToday', used, limit: changes })
  }
  const exports = limitOf('exportsHourly')
  if (exports !== undefined) usage.push({ name: 'exportsThisHour', used: null, limit: exports })
  const apps = limitOf('apps')
  if (apps !== undefined) {
    const selection = { accountId: account.id, dashboard: dashboardClientId, upTo: apps }
    usage.push({ name: 'apps', used: await countApps(sql, selection, now()), limit: apps })
  }
  return usage
}
