import type { Database, Sql } from '../contract/ports.ts'
import type { SealContext, SealedKind } from '../contract/secret-key.ts'
import { UnsealError } from './seal.ts'
import { messageContext } from './sealed-message.ts'
import type { SecretKeyring } from './secret-keyring.ts'
import { lockSigningKeys } from './signing-key-store.ts'

type TextColumns = Readonly<Record<string, string | null>>

/** A column of sealed values, and how the place of each value is named. */
type SealedColumn = {
  table: string
  column: string
  /** The columns of its primary key. */
  key: readonly string[]
  /** Columns that the context is made of besides. */
  more?: readonly string[]
  contextOf: (row: TextColumns) => SealContext
  /** Whether rows are read within each account, or those of the whole installation at once. */
  scope: 'account' | 'system'
}

/** Where values of each kind are stored. The type demands a place for every kind that can be sealed. */
export const sealedColumns: Record<SealedKind, SealedColumn> = {
  'signing-key': {
    ...{ table: 'signing_key', column: 'private_sealed', key: ['kid'], scope: 'system' },
    contextOf: ({ kid }) => `signing-key:${kid}`,
  },
  outbox: {
    ...{ table: 'outbox', column: 'content_sealed', key: ['id'], more: ['account_id'], scope: 'system' },
    contextOf: ({ account_id, id }) => messageContext({ accountId: account_id ?? null, id: String(id) }),
  },
  idempotency_key: {
    ...{ table: 'idempotency_key', column: 'answer_sealed', scope: 'account' },
    key: ['account_id', 'client_id', 'key'],
    contextOf: (row) => `idempotency_key:${row.account_id}:${row.client_id}:${row.key}`,
  },
  'network-key': {
    ...{ table: 'network_key', column: 'key_sealed', key: ['day'], scope: 'system' },
    contextOf: ({ day }) => `network-key:${day}`,
  },
  share_link: {
    ...{ table: 'share_link', column: 'token_sealed', key: ['account_id', 'id'], scope: 'account' },
    contextOf: ({ account_id, id }) => `share_link:${account_id}:${id}`,
  },
  mail_key: {
    ...{ table: 'mail_key', column: 'key_sealed', key: ['id'], scope: 'system' },
    contextOf: ({ id }) => `mail_key:${id}`,
  },
}

export type ResealCounts = { resealed: number; unreadable: number }

/**
 * Seals the signing keys under this key, in one transaction. From its end on this is the key in use of all processes:
 * each takes it over when it reads the signing keys again.
 */
export function switchKeyInUse(database: Database, ring: SecretKeyring, key: Buffer): Promise<void> {
  return database.inSystem(async (sql) => {
    const sealed = (await lockSigningKeys(sql)).filter(({ privateSealed }) => privateSealed.length > 0)
    const plain = sealed.map(({ kid, privateSealed }) => ({
      kid,
      text: ring.unseal(privateSealed, `signing-key:${kid}`),
    }))
    ring.use(key)
    for (const { kid, text } of plain) {
      const again = ring.seal(text, `signing-key:${kid}`)
      await sql.run('update signing_key set private_sealed = $2 where kid = $1', [kid, again])
    }
  })
}

/**
 * Seals every value of a kind under the key in use that is not yet, a few in a transaction, so that it can be stopped at
 * any moment and called again. Rows that somebody else is changing are left for the next call.
 */
export async function reseal(
  database: Database,
  ring: SecretKeyring,
  kind: SealedKind,
  accountId?: string,
): Promise<ResealCounts> {
  const column = sealedColumns[kind]
  const total = { resealed: 0, unreadable: 0 }
  for (let after: TextColumns | undefined; ; ) {
    const work = (sql: Sql) => resealBatch(sql, ring, { column, accountId, after })
    const done = await (accountId ? database.inAccount(accountId, work) : database.inSystem(work))
    total.resealed += done.resealed
    total.unreadable += done.unreadable
    if (!done.last) return total
    after = done.last
  }
}

/** How many values of a kind are not sealed under the key in use. */
export async function countUnderOtherKeys(
  database: Database,
  ring: SecretKeyring,
  kind: SealedKind,
  accountId?: string,
): Promise<number> {
  const { table, column } = sealedColumns[kind]
  const values = [ring.header(), ...(accountId ? [accountId] : [])]
  const work = (sql: Sql) =>
    sql.row<{ count: number }>(
      `select count(*)::integer as count from ${table}
        where ${underOtherKeySql(column)} ${accountId ? 'and account_id = $2' : ''}`,
      values,
    )
  const options = { readOnly: true }
  const row = await (accountId
    ? database.inAccount(accountId, work, options)
    : database.inSystem(work, options))
  return row?.count ?? 0
}

/** Values that say they are under another key than `$1`, or do not say it. Retired signing keys have none at all. */
function underOtherKeySql(column: string): string {
  return `length(${column}) > 0 and substring(${column} from 1 for length($1::bytea)) <> $1::bytea`
}

async function resealBatch(
  sql: Sql,
  ring: SecretKeyring,
  {
    column: place,
    accountId,
    after,
  }: { column: SealedColumn; accountId?: string | undefined; after: TextColumns | undefined },
): Promise<ResealCounts & { last?: TextColumns }> {
  const { table, column, key, more = [], contextOf } = place
  const values: unknown[] = [ring.header()]
  const conditions = [underOtherKeySql(column)]
  if (accountId) conditions.push(`account_id = $${values.push(accountId)}`)
  if (after) {
    const marks = key.map((name) => `$${values.push(after[name])}`)
    conditions.push(`(${key.join(', ')}) > (${marks.join(', ')})`)
  }
  const rows = await sql.rows<TextColumns & { sealed: Buffer }>(
    `select ${[...key, ...more].join(', ')}, ${column} as sealed from ${table}
      where ${conditions.join(' and ')} order by ${key.join(', ')} limit ${batchSize} for update skip locked`,
    values,
  )
  const done = { resealed: 0, unreadable: 0 }
  for (const { sealed, ...row } of rows) {
    const again = resealValue(ring, sealed, contextOf(row))
    if (!again) done.unreadable += 1
    else {
      const where = key.map((name, index) => `${name} = $${index + 2}`).join(' and ')
      const names = key.map((name) => row[name])
      done.resealed += await sql.run(`update ${table} set ${column} = $1 where ${where}`, [again, ...names])
    }
  }
  const last = rows.at(-1)
  return { ...done, ...(last ? { last } : {}) }
}

/** Undefined for a value that no key opens: it stays as it is, and is counted. */
function resealValue(ring: SecretKeyring, sealed: Buffer, context: SealContext): Buffer | undefined {
  try {
    return ring.seal(ring.unseal(sealed, context), context)
  } catch (error) {
    if (error instanceof UnsealError) return undefined
    throw error
  }
}

/** Rows in one transaction: few, so that nobody waits for them. */
const batchSize = 50
