import { z } from 'zod'
import type { Account } from '../../src/contract/operation.ts'
import type { Sql } from '../../src/contract/ports.ts'
import { PublicId } from '../../src/contract/shapes.ts'
import { listMemberRows } from '../../src/domain/member/store.ts'
import { searchProfiles } from '../../src/domain/profile/search-store.ts'
import { listMachineClients } from '../../src/identity/machine-clients.ts'
import { command } from './command.ts'
import { accountIdsOf, readAccount } from './shell.ts'
import { table } from './table.ts'

export const listAccountsCommand = command({
  name: 'account list',
  summary: 'List all accounts, the oldest first.',
  usage: '',
  input: z.strictObject({}),
  async run(shell) {
    const accounts: Summary[] = []
    for await (const id of accountIdsOf(shell.database)) {
      accounts.push(await readAccount(shell, id, async (_, account) => accountSummary(account)))
    }
    const rows = accounts.map(({ id, state, billing, createdAt, name }) => [
      id,
      state,
      billing.status,
      createdAt,
      name,
    ])
    const text = rows.length === 0 ? 'There is no account.' : table([accountTitles, ...rows])
    return { text, json: { accounts } }
  },
})

const accountTitles = ['ID', 'STATE', 'BILLING', 'CREATED', 'NAME']

export const showAccountCommand = command({
  name: 'account show',
  summary: 'Show one account with its clients, members and counts.',
  usage: '<ID>',
  argument: 'id',
  input: z.strictObject({ id: PublicId }),
  async run(shell, { id }) {
    const account = await readAccount(shell, id, detailsOf)
    const { billing, reports, ...rest } = account
    const rows = [
      ['id', rest.id],
      ['name', rest.name],
      ['state', rest.state],
      [
        'billing',
        billing.status +
          (billing.trialEndDate === null ? '' : ` (trial until ${inWords(billing.trialEndDate)})`),
      ],
      ['profiles', String(rest.profiles)],
      ['reports', `${reports.generated} (${reports.usedInTrial} in the trial)`],
      ['clients', `${rest.clients.live} (${rest.clients.revoked} revoked)`],
      ['members', rest.members.map(({ email, role }) => `${email} (${role})`).join(', ')],
      ['locale', rest.locale],
      ['time zone', rest.timezone],
      ['created', rest.createdAt],
    ]
    return { text: table(rows), json: { account } }
  },
})

async function detailsOf(sql: Sql, account: Account) {
  const clients = await listMachineClients(sql, account.id)
  const live = clients.filter(({ revokedAt }) => revokedAt === null).length
  return {
    ...accountSummary(account),
    profiles: await countProfiles(sql, account.id),
    reports: { generated: account.reportsGenerated, usedInTrial: account.trialReportsUsed },
    clients: { live, revoked: clients.length - live },
    members: await listMemberRows(sql, account.id),
  }
}

/** Without the lock that counting towards a trial's cap takes. */
async function countProfiles(sql: Sql, accountId: string): Promise<number> {
  const byId = { property: '_id', descending: false } as const
  return (await searchProfiles(sql, accountId, {}, byId, { limit: 1, offset: 0 })).total
}

type Summary = ReturnType<typeof accountSummary>

/** The fields shown of an account in every list. */
export function accountSummary({
  id,
  name,
  paused,
  billingStatus,
  trialEndsAt,
  createdAt,
  mode,
  preferences,
}: Account) {
  return {
    id,
    name,
    mode,
    state: paused ? 'paused' : 'active',
    billing: { status: billingStatus, trialEndDate: unixSeconds(trialEndsAt) },
    locale: preferences.locale ?? null,
    timezone: preferences.timezone ?? null,
    createdAt,
  }
}

/** As in the API: whole seconds since 1970. */
export function unixSeconds(time: string | null): number | null {
  return time === null ? null : Math.floor(Date.parse(time) / 1000)
}

function inWords(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
