import type { Account, Site } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { usageOf } from './billing.ts'
import { type ShownAccount, shownAccount } from './model.ts'
import { countPeople } from './store.ts'

/** The account as every answer shows it, with what is used of its limits, which takes a statement. */
export async function showAccount(sql: Sql, account: Account, site: Site): Promise<ShownAccount> {
  return shownAccount(account, site, usageOf(account, site.trial, await countPeople(sql, account.id)))
}
