import type pg from 'pg'
import type { Database } from '../../../src/contract/ports.ts'
import { scopes } from '../../../src/contract/scope.ts'
import type { SecretKey } from '../../../src/contract/secret-key.ts'
import { insertAccount } from '../../../src/domain/account/store.ts'
import { recordChanges } from '../../../src/domain/audit/record.ts'
import { Color } from '../../../src/domain/tag/model.ts'
import { insertTag } from '../../../src/domain/tag/store.ts'
import { insertMachineClient } from '../../../src/identity/client-credentials.ts'
import { newPublicId } from '../../../src/platform/ids.ts'
import { seededRandom } from '../../../src/scoring/random.ts'
import { withClient } from '../with-client.ts'
import { openAuditChain } from './audit-chain.ts'
import { type CopyIn, openCopyIn } from './copy-in.ts'
import { drawPeople, rareTag, tagShares } from './people.ts'
import { addRows, columns, emptyRows, type RowContext, type Table } from './rows.ts'
import { drawSheets } from './sheets.ts'

export type LoadedAccount = {
  id: string
  clientId: string
  clientSecret: string
  /** The commonest tag first; the last one belongs to about twenty people. */
  tagIds: string[]
}

export type LoadSettings = {
  /** Superuser of the cluster, for COPY without checks of each foreign key. */
  owner: pg.ClientConfig
  database: Database
  secretKey: SecretKey
  region: string
  count: number
  /** Single answers are stored for one person in this many: 165 rows each would be most of the disk. */
  answersEvery?: number
  /** Answer sheets that people share. */
  sheets?: number
  onProgress?: (loaded: number) => void
}

/**
 * Makes an account with `count` people, as the service would store them: the account, its client and its tags by the
 * service's own functions, the people by COPY of rows that its functions for documents, names and results made. Drops the
 * indexes of the loaded tables and makes them again at the end, so only for a bench's own database.
 */
export async function loadAccount(settings: LoadSettings): Promise<LoadedAccount> {
  const { owner, count, answersEvery = 50, onProgress } = settings
  const account = await makeAccount(settings)
  const sheets = drawSheets(settings.sheets ?? Math.min(500, count))
  const context: RowContext = {
    account: { ...account, name: accountName },
    tagIds: account.tagIds,
    sheets,
    hasAnswers: (index) => index % answersEvery === 0,
    random: seededRandom(17),
  }
  const indexes = await dropIndexes(owner)
  const tables = Object.keys(columns) as Table[]
  const copies = new Map<Table, CopyIn>()
  for (const table of tables) copies.set(table, await openCopyIn(owner, table, columns[table].split(/\s+/)))
  const chain = await openAuditChain(settings, account)
  let rows = emptyRows()
  let loaded = 0
  let reports = 0
  const flush = async () => {
    await Promise.all(tables.map((table) => copies.get(table)?.write(rows[table])))
    await chain.flush()
    rows = emptyRows()
    onProgress?.(loaded)
  }
  for (const person of drawPeople(count, sheets.length)) {
    addRows(rows, person, loaded, context)
    chain.add(person)
    loaded += 1
    if (person.completed?.length === 3) reports += 1
    if (loaded % batchSize === 0) await flush()
  }
  await flush()
  await Promise.all([...copies.values()].map((copy) => copy.end()))
  await chain.end()
  await finish(owner, { accountId: account.id, indexes, reports })
  return account
}

const batchSize = 500
const accountName = 'Bench account'

/** The account with its client and tags, and their audit entries. */
async function makeAccount({ database, secretKey, region }: LoadSettings): Promise<LoadedAccount> {
  const now = new Date(Date.UTC(2023, 8, 1))
  const id = newPublicId(now)
  const tagIds = Array.from({ length: rareTag + 1 }, () => newPublicId(now))
  const client = await database.inAccount(id, async (sql) => {
    await insertAccount(sql, {
      id,
      now,
      name: accountName,
      billingStatus: 'active',
      trialEndsAt: null,
      paused: false,
      preferences: {},
      mode: 'live',
    })
    const inserted = await insertMachineClient(sql, { accountId: id, region, name: 'Bench', scopes, now })
    for (const [index, tagId] of tagIds.entries()) {
      const [label, color] = [labelOf(index), Color.options[index % Color.options.length] as string]
      await insertTag(sql, { accountId: id, id: tagId, label, color, now })
    }
    const fields = { fields: ['color', 'label'] }
    recordChanges(sql, {
      accountId: id,
      now,
      secretKey,
      action: 'create_account',
      requestId: 'bench',
      actor: { kind: 'operator', id: 'bench', clientId: null },
      newId: () => newPublicId(now),
      changes: [
        { action: 'create_account', target: { type: 'account', id } },
        { action: 'create_client', target: { type: 'client', id: inserted.clientId }, changes: { scopes } },
        ...tagIds.map((tagId) => ({
          action: 'create_tag',
          target: { type: 'tag', id: tagId } as const,
          changes: fields,
        })),
      ],
    })
    return inserted
  })
  return { id, ...client, tagIds }
}

function labelOf(index: number): string {
  if (index === rareTag) return 'Rare'
  return `Tag ${index}, ${(tagShares[index] as number) * 100} %`
}

/** Indexes are built after the last row, from their definitions in the catalog. */
async function dropIndexes(owner: pg.ClientConfig): Promise<string[]> {
  return withClient(owner, async (client) => {
    const { rows } = await client.query<{ name: string; statement: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as statement from pg_index
        where indrelid = any($1::regclass[]) and not indisprimary
          and not exists (select from pg_constraint where conindid = indexrelid)`,
      [[...Object.keys(columns), 'audit_entry']],
    )
    for (const { name } of rows) await client.query(`drop index ${name}`)
    return rows.map(({ statement }) => statement)
  })
}

async function finish(
  owner: pg.ClientConfig,
  { accountId, indexes, reports }: { accountId: string; indexes: readonly string[]; reports: number },
): Promise<void> {
  await withClient(owner, async (client) => {
    await client.query(`set maintenance_work_mem = '256MB'`)
    for (const statement of indexes) await client.query(statement)
    await client.query('update account set reports_generated = $2 where id = $1', [accountId, reports])
    await client.query('vacuum analyze')
  })
}
