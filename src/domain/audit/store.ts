import type { Sql } from '../../contract/ports.ts'
import { type ChainedEntry, type ChainHead, chainHash, chainStart, sealHead } from './chain.ts'

export type NewEntry = Omit<ChainedEntry, 'seq'>

/**
 * Appends entries to the account's chain, in the transaction of the changes that they describe. Locks the end of
 * the chain until the transaction ends, so it must be the last thing that a transaction does.
 */
export async function appendEntries(
  sql: Sql,
  accountId: string,
  entries: readonly NewEntry[],
  secretKey: Buffer,
): Promise<void> {
  if (entries.length === 0) return
  let head = await lockHead(sql, accountId)
  for (const entry of entries) {
    const chained = { ...entry, seq: head.seq + 1 }
    head = { seq: chained.seq, hash: chainHash(head.hash, chained) }
    await insertEntry(sql, chained, head.hash)
  }
  await sql.run('update audit_head set seq = $2, hash = $3, seal = $4 where account_id = $1', [
    accountId,
    head.seq,
    head.hash,
    sealHead(accountId, head, secretKey),
  ])
}

async function lockHead(sql: Sql, accountId: string): Promise<ChainHead> {
  const text = 'select seq::float8 as seq, hash from audit_head where account_id = $1 for update'
  const found = await sql.row<ChainHead>(text, [accountId])
  if (found) return found
  await sql.run(
    `insert into audit_head (account_id, seq, hash, seal) values ($1, 0, $2, '') on conflict do nothing`,
    [accountId, chainStart],
  )
  return (await sql.row<ChainHead>(text, [accountId])) ?? { seq: 0, hash: chainStart }
}

async function insertEntry(sql: Sql, entry: ChainedEntry, hash: Buffer): Promise<void> {
  await sql.run(
    `insert into audit_entry (account_id, seq, id, at, actor_kind, actor_id, client_id, action, target_type,
        target_id, request_id, changes, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::json, $13)`,
    [
      entry.accountId,
      entry.seq,
      entry.id,
      entry.at,
      entry.actorKind,
      entry.actorId,
      entry.clientId,
      entry.action,
      entry.targetType,
      entry.targetId,
      entry.requestId,
      entry.changes,
      hash,
    ],
  )
}
