import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import {
  type ChainedEntry,
  type ChainHead,
  chainHash,
  chainStart,
  isHeadSealed,
  type StoredEntry,
  sealHead,
} from './chain.ts'
import type { SealedHead } from './check.ts'

export type NewEntry = Omit<ChainedEntry, 'seq'>

/**
 * Appends entries to the account's chain when the transaction of the changes that they describe commits. The head is
 * locked for one round trip: entries, head and COMMIT are sent together.
 */
export function appendEntries(
  sql: Sql,
  accountId: string,
  entries: readonly NewEntry[],
  { secretKey, now, countsToday = false }: { secretKey: SecretKey; now: Date; countsToday?: boolean },
): void {
  if (entries.length === 0) return
  sql.beforeCommit(async () => {
    const lockedHead = await lockHead(sql, accountId, secretKey)
    let head: ChainHead = lockedHead
    const chained = entries.map((entry) => {
      const linked = { ...entry, seq: head.seq + 1 }
      head = { seq: linked.seq, hash: chainHash(head.hash, linked) }
      return { ...linked, hash: head.hash }
    })
    // If the current head was not sealed here, someone else has changed it. New entries are written but not sealed,
    // because the next change would otherwise make a rewritten chain valid.
    const isSealed = isHeadSealed(accountId, lockedHead, secretKey)
    const seal = isSealed ? sealHead(accountId, head, secretKey) : lockedHead.seal
    void writeEntries(sql, { accountId, head, seal, today: dayOf(now), countsToday }, chained)
  })
}

/** A day in UTC. */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

async function lockHead(sql: Sql, accountId: string, secretKey: SecretKey): Promise<SealedHead> {
  const existing = await findHead(sql, accountId, 'for update')
  if (existing) return existing
  const start = { seq: 0, hash: chainStart }
  const seal = sealHead(accountId, start, secretKey)
  await sql.run(
    'insert into audit_head (account_id, seq, hash, seal) values ($1, 0, $2, $3) on conflict do nothing',
    [accountId, chainStart, seal],
  )
  return (await findHead(sql, accountId, 'for update')) ?? { ...start, seal }
}

/** Reseals the head of a chain with the current key. A head that no known key has sealed stays unchanged. */
export async function resealHead(
  sql: Sql,
  accountId: string,
  secretKey: SecretKey,
): Promise<'resealed' | 'unreadable' | undefined> {
  const head = await findHead(sql, accountId, 'for update')
  if (!head || sealHead(accountId, head, secretKey).equals(head.seal)) return undefined
  if (!isHeadSealed(accountId, head, secretKey)) return 'unreadable'
  await writeSeal(sql, accountId, head, secretKey)
  return 'resealed'
}

/** Seals the end of a chain with the key of now, also one that another region had sealed with its own. */
export async function writeSeal(
  sql: Sql,
  accountId: string,
  head: ChainHead,
  secretKey: SecretKey,
): Promise<void> {
  const seal = sealHead(accountId, head, secretKey)
  await sql.run('update audit_head set seal = $2 where account_id = $1', [accountId, seal])
}

type LinkedEntry = ChainedEntry & { hash: Buffer }

/** Entries and the new head in one statement. */
function writeEntries(
  sql: Sql,
  {
    accountId,
    head,
    seal,
    today,
    countsToday,
  }: { accountId: string; head: ChainHead; seal: Buffer; today: string; countsToday: boolean },
  entries: readonly LinkedEntry[],
): Promise<number> {
  const column = <Field extends keyof LinkedEntry>(field: Field) => entries.map((entry) => entry[field])
  return sql.run(
    `with appended as (
       insert into audit_entry (account_id, seq, id, at, actor_kind, actor_id, client_id, action, target_type,
          target_id, request_id, changes, hash)
       select $1, seq, id, at, actor_kind, actor_id, client_id, action, target_type, target_id, request_id,
              changes::json, hash
         from unnest($7::bigint[], $8::text[], $9::timestamptz[], $10::text[], $11::text[], $12::text[], $13::text[],
                $14::text[], $15::text[], $16::text[], $17::text[], $18::bytea[])
           as entry (seq, id, at, actor_kind, actor_id, client_id, action, target_type, target_id, request_id, changes,
                hash)
     )
     update audit_head set seq = $2, hash = $3, seal = $4, changes_day = greatest(changes_day, $5::date),
        changes_today = $6 + case when changes_day >= $5::date then changes_today else 0 end
      where account_id = $1`,
    [
      accountId,
      head.seq,
      head.hash,
      seal,
      today,
      countsToday ? entries.length : 0,
      column('seq'),
      column('id'),
      column('at'),
      column('actorKind'),
      column('actorId'),
      column('clientId'),
      column('action'),
      column('targetType'),
      column('targetId'),
      column('requestId'),
      column('changes'),
      column('hash'),
    ],
  )
}

/** One page of an account's chain in order, with every column exactly as it was hashed. */
export async function readChain(
  sql: Sql,
  accountId: string,
  range: { after: number; upTo?: number; limit: number },
): Promise<StoredEntry[]> {
  return sql.rows(
    // Microseconds are compared too: the type parser for timestamps would cut them off and hide a change.
    `select account_id as "accountId", seq, id,
        replace(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z', 'Z') as at,
        actor_kind as "actorKind", actor_id as "actorId", client_id as "clientId", action,
        target_type as "targetType", target_id as "targetId", request_id as "requestId",
        changes::text as changes, hash
       from audit_entry where account_id = $1 and seq > $2 and seq <= $3 order by seq limit $4`,
    [accountId, range.after, range.upTo ?? Number.MAX_SAFE_INTEGER, range.limit],
  )
}

export async function findHead(
  sql: Sql,
  accountId: string,
  lock: '' | 'for update' = '',
): Promise<SealedHead | undefined> {
  const text = `select seq::float8 as seq, hash, seal from audit_head where account_id = $1 ${lock}`
  return sql.row(text, [accountId])
}
