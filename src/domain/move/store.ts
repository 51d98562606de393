import type { Sql } from '../../contract/ports.ts'

export type Move = {
  accountId: string
  direction: 'out' | 'in'
  /** The other region. */
  zone: string
  /** Out: nothing more is sent; nothing is written; it is there. In: an operator has agreed; it is here. */
  state: 'leaving' | 'frozen' | 'gone' | 'expected' | 'here'
}

const columns = 'account_id as "accountId", direction, zone, state'

export async function findMove(
  sql: Sql,
  accountId: string,
  direction: Move['direction'],
): Promise<Move | undefined> {
  return sql.row(`select ${columns} from account_move where account_id = $1 and direction = $2`, [
    accountId,
    direction,
  ])
}

/** The same, locked until the transaction ends: nothing else decides about the move meanwhile. */
export async function lockMove(
  sql: Sql,
  accountId: string,
  direction: Move['direction'],
): Promise<Move | undefined> {
  return sql.row(`select ${columns} from account_move where account_id = $1 and direction = $2 for update`, [
    accountId,
    direction,
  ])
}

/** Accounts whose home isn't the region that their links and clients name, with the keys they brought. */
export async function listFinishedMoves(
  sql: Sql,
): Promise<(Pick<Move, 'accountId' | 'zone' | 'state'> & { keysSealed: Buffer | null })[]> {
  return sql.rows(
    `select account_id as "accountId", zone, state, keys_sealed as "keysSealed" from account_move
      where state in ('gone', 'here')`,
  )
}

/** What `noteArrival` stored. */
export async function findCarriedKeys(sql: Sql, accountId: string): Promise<Buffer | undefined> {
  const row = await sql.row<{ keys: Buffer | null }>(
    `select keys_sealed as keys from account_move where account_id = $1 and direction = 'in'`,
    [accountId],
  )
  return row?.keys ?? undefined
}

export async function noteMove(sql: Sql, move: Move, now: Date): Promise<void> {
  await sql.run(
    `insert into account_move (account_id, direction, zone, state, changed_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, direction) do update
       set zone = excluded.zone, state = excluded.state, changed_at = excluded.changed_at`,
    [move.accountId, move.direction, move.zone, move.state, now],
  )
}

/** The account is in the other region: nothing of an earlier arrival counts any more. */
export async function noteDeparture(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql.run(
    `update account_move set state = 'gone', changed_at = $2 where account_id = $1 and direction = 'out'`,
    [accountId, now],
  )
  await sql.run(`delete from account_move where account_id = $1 and direction = 'in'`, [accountId])
}

/** The account is here: nothing of an earlier departure counts any more. */
export async function noteArrival(sql: Sql, accountId: string, keysSealed: Buffer, now: Date): Promise<void> {
  await sql.run(
    `update account_move set state = 'here', keys_sealed = $2, changed_at = $3
      where account_id = $1 and direction = 'in'`,
    [accountId, keysSealed, now],
  )
  await sql.run(`delete from account_move where account_id = $1 and direction = 'out'`, [accountId])
  await removeParts(sql, accountId)
}

/** Lets the account write again. */
export async function endFreeze(sql: Sql, accountId: string): Promise<void> {
  await sql.run(`delete from account_move where account_id = $1 and direction = 'out' and state <> 'gone'`, [
    accountId,
  ])
}

export async function storePart(sql: Sql, accountId: string, number: number, content: Buffer): Promise<void> {
  await sql.run(
    `insert into account_move_part (account_id, number, content) values ($1, $2, $3)
     on conflict (account_id, number) do update set content = excluded.content`,
    [accountId, number, content],
  )
}

export async function findMovePart(sql: Sql, accountId: string, number: number): Promise<Buffer | undefined> {
  const row = await sql.row<{ content: Buffer }>(
    'select content from account_move_part where account_id = $1 and number = $2',
    [accountId, number],
  )
  return row?.content
}

export async function removeParts(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from account_move_part where account_id = $1', [accountId])
}

/** Messages, webhooks and reports of orders of the account that are being sent now. Needs a system transaction. */
export async function countUnderWay(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select ((select count(*) from outbox
               where account_id = $1 and state = 'queued' and leased_until > clock_timestamp())
           + (select count(*) from order_callback
               where account_id = $1 and state = 'waiting' and leased_until > clock_timestamp())
           + (select count(*) from webhook_delivery
               where account_id = $1 and state = 'waiting' and leased_until > clock_timestamp()))::integer as count`,
    [accountId],
  )
  return row?.count ?? 0
}

/** Other transactions that are open in this database: a write that began before a freeze is among them. */
export async function listOpenTransactions(sql: Sql): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select virtualtransaction as id from pg_locks join pg_stat_activity using (pid)
      where locktype = 'virtualxid' and granted and pid <> pg_backend_pid() and datname = current_database()`,
  )
  return rows.map(({ id }) => id)
}
