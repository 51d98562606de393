import type { Sql } from '../../contract/ports.ts'
import { queueDirectoryUpdate } from '../directory/store.ts'

/** A sandbox as its account lists it. */
export type SandboxRow = { id: string; createdAt: string }

/** The sandboxes of the account, oldest first. */
export async function listSandboxRows(sql: Sql, accountId: string): Promise<SandboxRow[]> {
  return sql.rows(
    'select id, created_at as "createdAt" from sandbox where account_id = $1 order by created_at, id',
    [accountId],
  )
}

export async function insertSandboxRow(
  sql: Sql,
  { accountId, id, now }: { accountId: string; id: string; now: Date },
): Promise<void> {
  await sql.run('insert into sandbox (account_id, id, created_at) values ($1, $2, $3)', [accountId, id, now])
}

/** After the deletion of a sandbox, in a system transaction. */
export async function removeSandboxRow(sql: Sql, id: string): Promise<void> {
  await sql.run('delete from sandbox where id = $1', [id])
}

/**
 * Does work as each sandbox of the account, in the account's own transaction: what holds for the account must hold for
 * its sandboxes from the same moment. A sandbox never sees its account. What is recorded with `own` is in the log and the
 * events of the sandbox.
 */
export async function inEachSandbox(
  sql: Sql,
  accountId: string,
  work: (sandboxId: string, own: Sql) => Promise<void>,
): Promise<void> {
  for (const { id } of await listSandboxRows(sql, accountId)) await inOwnSandbox(sql, { accountId, id }, work)
}

/** The same for one of them. Fails for an id that is none. */
export async function inOwnSandbox<T>(
  sql: Sql,
  { accountId, id }: { accountId: string; id: string },
  work: (sandboxId: string, own: Sql) => Promise<T>,
): Promise<T> {
  const entered = await sql.row(
    `select set_config('app.account', id, true) from sandbox where account_id = $1 and id = $2`,
    [accountId, id],
  )
  if (!entered) throw new Error('The account has no such sandbox.')
  const own: Sql = {
    ...sql,
    beforeCommit: (step, order) => sql.beforeCommit(() => inOwnSandbox(sql, { accountId, id }, step), order),
  }
  const result = await work(id, own)
  await sql.row(`select set_config('app.account', $1, true)`, [accountId])
  return result
}

/** A sandbox is paused with its account, so that nobody continues there. */
export async function pauseSandboxes(sql: Sql, accountId: string, paused: boolean): Promise<void> {
  await inEachSandbox(sql, accountId, async (id) => {
    await sql.run('update account set paused = $2 where id = $1', [id, paused])
    await queueDirectoryUpdate(sql, id)
  })
}

/** The names of these sandboxes, in their order. */
export async function listSandboxNames(
  sql: Sql,
  accountId: string,
): Promise<(SandboxRow & { name: string })[]> {
  const rows = await listSandboxRows(sql, accountId)
  const named: (SandboxRow & { name: string })[] = []
  for (const row of rows) {
    const name = await inOwnSandbox(sql, { accountId, id: row.id }, async (id) => {
      return (await sql.row<{ name: string }>('select name from account where id = $1', [id]))?.name ?? ''
    })
    named.push({ ...row, name })
  }
  return named
}
