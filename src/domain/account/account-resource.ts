import type { Account, Context } from '../../contract/operation.ts'
import { usageOf } from './billing.ts'
import { type AccountResource, toAccountResource } from './model.ts'
import { readQuotaUsage } from './quotas.ts'
import { countAccountProfiles } from './store.ts'

/** The account as the API returns it. Counting its profiles for the usage takes one query, and one for each limit that is set. */
export async function readAccountResource(
  { sql, now, installation }: Pick<Context, 'sql' | 'now' | 'installation'>,
  account: Account,
): Promise<AccountResource> {
  const usage = usageOf(account, installation, await countAccountProfiles(sql, account.id))
  const quotas = await readQuotaUsage({ sql, account, installation, now })
  return toAccountResource(account, { installation, now: now(), usage: { ...usage, quotas } })
}
