import type pg from 'pg'
import { isDatabaseError } from './errors.ts'

/**
 * Makes sure that `timbre_app` and `timbre_system` exist and that the login can switch to them. They own nothing and
 * can't log in. Roles belong to the whole server, where another database may be doing the same right now; the advisory
 * lock doesn't reach across databases, so losing the race is no error.
 */
export async function ensureRoles(client: pg.Client): Promise<void> {
  for (const role of ['timbre_app', 'timbre_system']) {
    const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role])
    if (rows.length === 0) await runTolerant(client, `create role ${role} nologin noinherit`)
    if (!(await mayBecome(client, role))) await runTolerant(client, `grant ${role} to current_user`)
    if (!(await mayBecome(client, role))) throw new Error(missingPrivilege(role))
  }
}

async function mayBecome(client: pg.Client, role: string): Promise<boolean> {
  // Version 16 split membership into options. The right to SET ROLE is the one that counts here.
  const { rows } = await client.query(
    `select pg_has_role(current_user, $1,
       case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may
     from pg_roles where rolname = $1`,
    [role],
  )
  return rows[0]?.may === true
}

async function runTolerant(client: pg.Client, statement: string): Promise<void> {
  await client.query('savepoint role')
  try {
    await client.query(statement)
    await client.query('release savepoint role')
  } catch (error) {
    await client.query('rollback to savepoint role')
    if (!isDatabaseError(error)) throw error
    if (error.code === '42501') throw new Error(missingPrivilege(statement), { cause: error })
    // Created by another session meanwhile (42710, 23505), or its row is being changed (XX000).
    if (!['42710', '23505', 'XX000'].includes(error.code ?? '')) throw error
  }
}

function missingPrivilege(what: string): string {
  return (
    `The login of DATABASE_URL may not do this: ${what}. Let an administrator run: ` +
    'create role timbre_app nologin; create role timbre_system nologin; grant timbre_app, timbre_system to <login>'
  )
}
