import { z } from 'zod'
import { dashboardClientId } from '../../src/contract/authorization.ts'
import type { Account } from '../../src/contract/operation.ts'
import type { Sql } from '../../src/contract/ports.ts'
import { type QuotaName, quotaNames, quotaOf } from '../../src/contract/quotas.ts'
import { PublicId } from '../../src/contract/shapes.ts'
import { profileCapOf } from '../../src/domain/account/billing.ts'
import {
  countApps,
  countChangesToday,
  measureStoredBytes,
  writeQuotas,
} from '../../src/domain/account/quota-store.ts'
import { megabyte } from '../../src/domain/account/quotas.ts'
import { countAccountProfiles, lockAccount } from '../../src/domain/account/store.ts'
import { command } from './command.ts'
import { changeAccount, readAccount, type Shell } from './shell.ts'
import { table } from './table.ts'

const Limit = z
  .string()
  .regex(/^([1-9]\d{0,7}|none|default)$/, 'must be a whole number from 1 to 99999999, none or default')
  .transform((text) => (text === 'none' ? null : text === 'default' ? undefined : Number(text)))
  .optional()

export const quotaAccountCommand = command({
  name: 'account quota',
  summary: 'Show the limits of an account and what it uses of them, or set them for this account.',
  usage:
    '<ID> [--profiles N] [--storage-megabytes N] [--changes-daily N] [--exports-hourly N] [--apps N]; N may be none or default',
  argument: 'id',
  input: z.strictObject({
    id: PublicId,
    profiles: Limit,
    storageMegabytes: Limit,
    changesDaily: Limit,
    exportsHourly: Limit,
    apps: Limit,
  }),
  async run(shell, { id, ...given }) {
    const names = quotaNames.filter((name) => name in given)
    if (names.length > 0) await setQuotas(shell, id, names, given)
    const lines = await readAccount(shell, id, (sql, account) => readLines(shell, sql, account))
    const rows = lines.map(({ name, limit, used, setFor }) => [
      name,
      limit === null ? 'none' : String(limit),
      used === null ? '-' : String(used),
      setFor,
    ])
    return { text: table([['QUOTA', 'LIMIT', 'USED', 'SET FOR'], ...rows]), json: { quotas: lines } }
  },
})

async function setQuotas(
  shell: Shell,
  id: string,
  names: readonly QuotaName[],
  given: Partial<Record<QuotaName, number | null | undefined>>,
): Promise<void> {
  await changeAccount(shell, id, 'change_quotas', async (sql) => {
    const { quotas: before } = await lockAccount(sql, id)
    const after: Partial<Record<QuotaName, number | null>> = { ...before }
    for (const name of names) {
      const limit = given[name]
      if (limit === undefined) delete after[name]
      else after[name] = limit
    }
    const changed = names.filter((name) => after[name] !== before?.[name])
    if (changed.length === 0) return { result: undefined, changes: [] }
    await writeQuotas(sql, id, after, shell.now())
    const to = Object.fromEntries(
      changed.map((name) => [name, after[name] === undefined ? 'default' : after[name]]),
    )
    return { result: undefined, changes: [{ target: { type: 'account', id }, changes: to }] }
  })
}

type Line = { name: QuotaName; limit: number | null; used: number | null; setFor: string }

/** Every limit, set or not, with what is used now; exports are only counted until the next one is allowed. */
async function readLines({ installation, now }: Shell, sql: Sql, account: Account): Promise<Line[]> {
  const { id } = account
  const selection = { accountId: id, dashboard: dashboardClientId, upTo: 1_000_000 }
  const used: Record<QuotaName, number | null> = {
    profiles: await countAccountProfiles(sql, id),
    storageMegabytes: Math.round((await measureStoredBytes(sql, id)) / (megabyte / 10)) / 10,
    changesDaily: await countChangesToday(sql, id, now()),
    exportsHourly: null,
    apps: await countApps(sql, selection, now()),
  }
  return quotaNames.map((name) => {
    const limit =
      name === 'profiles' ? profileCapOf(account, installation) : quotaOf(name, account, installation)
    const isOwn = account.quotas?.[name] !== undefined
    return { name, limit: limit ?? null, used: used[name], setFor: isOwn ? 'this account' : 'all accounts' }
  })
}
