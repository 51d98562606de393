import pg from 'pg'

/**
 * Throws one line if a pooler gives each transaction another session of the server, because settings and prepared
 * statements of sessions would be lost. Two connections show it, a given one and another: they share a session, or one
 * changes its own.
 */
export async function refusePooler(one: pg.Client, connectionString: string): Promise<void> {
  const other = newClient(connectionString)
  try {
    await other.connect()
    const first = await sessionOf(one)
    await other.query('begin')
    const second = await sessionOf(other)
    const isPooled = first === second || (await sessionOf(one)) !== first
    await other.query('rollback')
    if (isPooled)
      throw new Error(
        'DATABASE_URL leads through a connection pooler in transaction mode. Set DATABASE_POOLER=transaction and DATABASE_DIRECT_URL, or let the pooler work in session mode.',
      )
  } finally {
    await other.end()
  }
}

/**
 * Throws one line if the login of DATABASE_URL could do anything outside of a transaction that has chosen a role. Behind a
 * pooler no session can have a fail-safe role.
 */
export async function requirePlainLogin(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string; is_plain: boolean }>(
    `select rolname as login, not (rolsuper or rolbypassrls)
        and not pg_has_role(session_user, 'timbre_app', 'USAGE') and not pg_has_role(session_user, 'timbre_system', 'USAGE')
        and not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and pg_has_role(session_user, relowner, 'MEMBER')) as is_plain
       from pg_roles where rolname = session_user`,
  )
  const [found] = rows
  if (found && !found.is_plain)
    throw new Error(
      `With DATABASE_POOLER the login ${found.login} of DATABASE_URL may own nothing and inherit nothing. npm run database -- prepare makes such a login.`,
    )
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  return client
}
