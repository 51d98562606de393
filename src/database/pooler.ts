import pg from 'pg'

/**
 * Throws one line if a pooler gives each transaction another session of the server, because settings and prepared
 * statements of sessions would be lost. Two connections show it, a given one and another: they share a session, or one
 * changes its own. Beside other clients of the pooler that can fail to happen by chance, so they are asked several times.
 */
export async function refusePooler(one: pg.Client, connectionString: string): Promise<void> {
  const other = newClient(connectionString)
  try {
    await other.connect()
    for (let asked = 0; asked < timesAsked; asked += 1) {
      if (await isPooled(one, other))
        throw new Error(
          'DATABASE_URL leads through a connection pooler in transaction mode. Set DATABASE_POOLER=transaction and DATABASE_DIRECT_URL, or let the pooler work in session mode.',
        )
    }
  } finally {
    await other.end()
  }
}

/** Takes four round trips each; a server without a pooler is asked every time. */
const timesAsked = 10

async function isPooled(one: pg.Client, other: pg.Client): Promise<boolean> {
  const first = await sessionOf(one)
  await other.query('begin')
  const second = await sessionOf(other)
  const again = await sessionOf(one)
  await other.query('rollback')
  return first === second || again !== first
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
