import type { Account, InstallationConfig } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { usageOf } from './billing.ts'
import { type AccountResource, toAccountResource } from './model.ts'
import { countAccountProfiles } from './store.ts'

/** The account as the API returns it. Counting its profiles for the usage takes one query. */
export async function readAccountResource(
  sql: Sql,
  account: Account,
  installation: InstallationConfig,
): Promise<AccountResource> {
  return toAccountResource(
    account,
    installation,
    usageOf(account, installation, await countAccountProfiles(sql, account.id)),
  )
}
