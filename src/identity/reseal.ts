import type { Database, Sql } from '../contract/ports.ts'
import type { SealContext, SealedKind } from '../contract/secret-key.ts'
import { UnsealError } from './seal.ts'
import { messageContext } from './sealed-message.ts'
import type { SecretKeyring } from './secret-keyring.ts'
import { lockSigningKeys } from './signing-key-store.ts'

type TextColumns = Readonly<Record<string, string | null>>

/** A column of sealed values, and how their seal context is built. */
type SealedColumn = {
  table: string
  column: string
  /** The primary key columns. */
  key: readonly string[]
  /** Further columns that the context needs. */
  more?: readonly string[]
  contextOf: (row: TextColumns) => SealContext
  /** Whether rows are read per account, or for the whole installation. */
  scope: 'account' | 'system'
}

/** Where values of each kind are stored. The type requires an entry for every kind that can be sealed. */
export const sealedColumns: Record<SealedKind, SealedColumn> = {
  'signing-key': {
    table: 'signing_key',
    column: 'private_sealed',
    key: ['kid'],
    scope: 'system',
    contextOf: ({ kid }) => `signing-key:${kid}`,
  },
  outbox: {
    table: 'outbox',
    column: 'content_sealed',
    key: ['id'],
    more: ['account_id'],
    scope: 'system',
    contextOf: ({ account_id, id }) => messageContext({ accountId: account_id ?? null, id: String(id) }),
  },
  idempotency_key: {
    table: 'idempotency_key',
    column: 'answer_sealed',
    scope: 'account',
    key: ['account_id', 'client_id', 'key'],
    contextOf: (row) => `idempotency_key:${row.account_id}:${row.client_id}:${row.key}`,
  },
  'network-key': {
    table: 'network_key',
    column: 'key_sealed',
    key: ['day'],
    scope: 'system',
    contextOf: ({ day }) => `network-key:${day}`,
  },
  share_link: {
    table: 'share_link',
    column: 'token_sealed',
    key: ['account_id', 'id'],
    scope: 'account',
    contextOf: ({ account_id, id }) => `share_link:${account_id}:${id}`,
  },
  share_card: {
    table: 'share_card',
    column: 'token_sealed',
    key: ['account_id', 'id'],
    scope: 'account',
    contextOf: ({ account_id, id }) => `share_card:${account_id}:${id}`,
  },
  mail_key: {
    table: 'mail_key',
    column: 'key_sealed',
    key: ['id'],
    scope: 'system',
    contextOf: ({ id }) => `mail_key:${id}`,
  },
  webhook_url: {
    table: 'webhook_endpoint',
    column: 'url_sealed',
    key: ['account_id', 'id'],
    scope: 'account',
    contextOf: ({ account_id, id }) => `webhook_url:${account_id}:${id}`,
  },
  webhook_secret: {
    table: 'webhook_endpoint',
    column: 'secret_sealed',
    key: ['account_id', 'id'],
    scope: 'account',
    contextOf: ({ account_id, id }) => `webhook_secret:${account_id}:${id}`,
  },
  webhook_former_secret: {
    table: 'webhook_endpoint',
    column: 'former_secret_sealed',
    key: ['account_id', 'id'],
    scope: 'account',
    contextOf: ({ account_id, id }) => `webhook_former_secret:${account_id}:${id}`,
  },
  moved_keys: {
    table: 'account_move',
    column: 'keys_sealed',
    key: ['account_id', 'direction'],
    scope: 'system',
    contextOf: ({ account_id }) => `moved_keys:${account_id}`,
  },
  connection_key: {
    table: 'connection',
    column: 'key_sealed',
    key: ['account_id', 'id'],
    scope: 'account',
    contextOf: ({ account_id, id }) => `connection_key:${account_id}:${id}`,
  },
  connection_remote_key: {
    table: 'connection',
    column: 'remote_key_sealed',
    key: ['account_id', 'id'],
    scope: 'account',
    contextOf: ({ account_id, id }) => `connection_remote_key:${account_id}:${id}`,
  },
  provider_secret: {
    table: 'identity_provider',
    column: 'client_secret_sealed',
    key: ['account_id'],
    more: ['id'],
    scope: 'account',
    contextOf: ({ account_id, id }) => `provider_secret:${account_id}:${id}`,
  },
  sender_key: {
    table: 'sender',
    column: 'key_sealed',
    key: ['account_id'],
    more: ['selector'],
    scope: 'account',
    contextOf: ({ account_id, selector }) => `sender_key:${account_id}:${selector}`,
  },
  coaching_note: {
    table: 'coaching_note',
    column: 'text_sealed',
    key: ['account_id', 'id'],
    more: ['member_id', 'profile_id'],
    scope: 'account',
    contextOf: (row) => `coaching_note:${row.account_id}:${row.member_id}:${row.profile_id}:${row.id}`,
  },
}

export type ResealCounts = { resealed: number; unreadable: number }

/**
 * Seals the signing keys under this key, in one transaction. This makes it the key in use for all processes: each
 * switches when it next reads the signing keys.
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
      const resealed = ring.seal(text, `signing-key:${kid}`)
      await sql.run('update signing_key set private_sealed = $2 where kid = $1', [kid, resealed])
    }
  })
}

/**
 * Seals every value of a kind that isn't sealed under the key in use yet, a few per transaction. It can be interrupted
 * at any time and called again. Locked rows are skipped and left for the next call.
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
    const batch = await (accountId ? database.inAccount(accountId, work) : database.inSystem(work))
    total.resealed += batch.resealed
    total.unreadable += batch.unreadable
    if (!batch.last) return total
    after = batch.last
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

/** Values sealed under another key than `$1`, or in the format without a key ID. Retired signing keys have no value. */
function underOtherKeySql(column: string): string {
  return `length(${column}) > 0 and substring(${column} from 1 for length($1::bytea)) <> $1::bytea`
}

async function resealBatch(
  sql: Sql,
  ring: SecretKeyring,
  {
    column: sealedColumn,
    accountId,
    after,
  }: { column: SealedColumn; accountId?: string | undefined; after: TextColumns | undefined },
): Promise<ResealCounts & { last?: TextColumns }> {
  const { table, column, key, more = [], contextOf } = sealedColumn
  const values: unknown[] = [ring.header()]
  const conditions = [underOtherKeySql(column)]
  if (accountId) conditions.push(`account_id = $${values.push(accountId)}`)
  if (after) {
    const placeholders = key.map((name) => `$${values.push(after[name])}`)
    conditions.push(`(${key.join(', ')}) > (${placeholders.join(', ')})`)
  }
  const rows = await sql.rows<TextColumns & { sealed: Buffer }>(
    `select ${[...key, ...more].join(', ')}, ${column} as sealed from ${table}
      where ${conditions.join(' and ')} order by ${key.join(', ')} limit ${batchSize} for update skip locked`,
    values,
  )
  const counts = { resealed: 0, unreadable: 0 }
  for (const { sealed, ...row } of rows) {
    const resealed = resealValue(ring, sealed, contextOf(row))
    if (!resealed) counts.unreadable += 1
    else {
      const where = key.map((name, index) => `${name} = $${index + 2}`).join(' and ')
      const names = key.map((name) => row[name])
      counts.resealed += await sql.run(`update ${table} set ${column} = $1 where ${where}`, [
        resealed,
        ...names,
      ])
    }
  }
  const last = rows.at(-1)
  return { ...counts, ...(last ? { last } : {}) }
}

/** Undefined if no key opens the value: it stays as it is, and is counted. */
function resealValue(ring: SecretKeyring, sealed: Buffer, context: SealContext): Buffer | undefined {
  try {
    return ring.seal(ring.unseal(sealed, context), context)
  } catch (error) {
    if (error instanceof UnsealError) return undefined
    throw error
  }
}

/** Rows per transaction. Few, so that no other transaction waits long. */
const batchSize = 50
