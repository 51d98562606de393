import { conflict } from '../../contract/failure.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { openRow } from '../../identity/carried-seals.ts'
import { unsubscribeKey } from '../../identity/unsubscribe-link.ts'
import { isHeadSealed } from '../audit/chain.ts'
import { findHead } from '../audit/store.ts'
import { findOptedOutEverywhere, type Rows, readAccountRows } from './rows-store.ts'
import { accountTables } from './tables.ts'

/** What the other region must have before it takes the account over. */
export type MoveManifest = {
  parts: number
  counts: Record<string, number>
  /** The end of the audit chain. */
  head: { seq: number; hash: string }
}

export type SendParts = {
  database: Database
  secretKey: SecretKey
  mailKey: Buffer
  /** Sends a part of the account, numbered from 1. May be called again with the same number. */
  send: (content: Buffer, number: number) => Promise<void>
}

/** Bytes after which a part is sent. */
const partBytes = 1024 * 1024

/** Sends everything that the account has, from one snapshot. */
export function sendAccount(parts: SendParts, accountId: string): Promise<MoveManifest> {
  const work = (sql: Sql) => sendRows(parts, sql, accountId)
  return parts.database.inAccount(accountId, work, { readOnly: true })
}

async function sendRows(
  { secretKey, mailKey, send }: SendParts,
  sql: Sql,
  accountId: string,
): Promise<MoveManifest> {
  const head = await findHead(sql, accountId)
  if (!head || !isHeadSealed(accountId, head, secretKey))
    throw conflict('The end of the audit chain is not sealed. See: npm run audit -- verify')
  const counts: Record<string, number> = {}
  let [number, bytes, pending]: [number, number, Rows[]] = [0, 0, []]
  const flush = async () => {
    if (pending.length === 0) return
    number += 1
    await send(Buffer.from(JSON.stringify(pending)), number)
    ;[bytes, pending] = [0, []]
  }
  const add = async ({ table, columns, rows }: Rows) => {
    for (const row of rows) {
      const last = pending.at(-1)
      const opened = openRow(secretKey, { table, columns, row })
      if (last?.table === table) last.rows.push(opened)
      else pending.push({ table, columns, rows: [opened] })
      bytes += opened.reduce((sum, value) => sum + (value?.length ?? 0) + 3, 0)
      if (bytes > partBytes) await flush()
    }
    counts[table] = (counts[table] ?? 0) + rows.length
  }
  for (const table of accountTables) {
    for await (const rows of readAccountRows(sql, table)) {
      await add(rows)
      if (table === 'profile') await addOptOuts(sql, { mailKey, accountId, rows }, add)
    }
  }
  await flush()
  return { parts: number, counts, head: { seq: head.seq, hash: head.hash.toString('hex') } }
}

/** Who wants no emails from any account of this installation must not get them from the new region either. */
async function addOptOuts(
  sql: Sql,
  { mailKey, accountId, rows: { columns, rows } }: { mailKey: Buffer; accountId: string; rows: Rows },
  add: (rows: Rows) => Promise<void>,
): Promise<void> {
  const at = [columns.indexOf('email'), columns.indexOf('phone')]
  const addresses = rows.flatMap((row) => at.flatMap((index) => row[index] ?? []))
  const keys = addresses.map((address) => unsubscribeKey(mailKey, address).toString('hex'))
  const stopped = await findOptedOutEverywhere(sql, keys)
  if (stopped.length === 0) return
  await add({
    table: 'mail_opt_out',
    columns: ['account_id', 'address_key', 'created_at'],
    rows: stopped.map(({ key, at }) => [accountId, key, at]),
  })
}
