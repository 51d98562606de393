import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { isDatabaseError } from './errors.ts'
import { ensureRoles } from './roles.ts'

/**
 * There are three logins. The owner of the tables only runs migrations. The service uses `runtime`, which owns nothing,
 * inherits nothing and can switch to timbre_app and timbre_system. `backup` can read everything, bypassing row
 * security, and write nothing.
 */
export type LoginPurpose = 'runtime' | 'backup'
export type DatabaseLogin = { user: string; password: string }

/** Their names in the embedded cluster. */
export const loginUsers: Record<LoginPurpose, string> = { runtime: 'timbre_runtime', backup: 'timbre_backup' }

const attributes: Record<LoginPurpose, string> = {
  runtime: 'login nosuperuser nobypassrls nocreatedb nocreaterole noreplication noinherit',
  backup: 'login nosuperuser bypassrls nocreatedb nocreaterole noreplication inherit',
}

/**
 * Creates a login, or sets the password and rights of an existing one. The password is sent as a verifier, so that the
 * server can't log it. Fails with 42501 if the client may not create logins.
 */
export async function ensureLogin(
  client: pg.Client,
  purpose: LoginPurpose,
  login: DatabaseLogin,
  iterations = 4096,
): Promise<void> {
  const name = pg.escapeIdentifier(login.user)
  const { rows } = await client.query<{ has_too_much: boolean }>(
    `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls <> $2 or rolinherit <> $2
        as has_too_much from pg_roles where rolname = $1`,
    [login.user, purpose === 'backup'],
  )
  const verifier = pg.escapeLiteral(verifierOf(login.password, iterations))
  const isRight = rows[0]?.has_too_much === false
  // Naming an attribute is refused to an owner who may not grant it, even if nothing would change.
  const change = `${isRight ? '' : attributes[purpose]} password ${verifier}`
  await client.query(`${rows.length === 0 ? 'create' : 'alter'} role ${name} ${change}`)
  await grantRoles(client, purpose, name)
}

async function grantRoles(client: pg.Client, purpose: LoginPurpose, name: string): Promise<void> {
  if (purpose === 'backup') {
    await client.query(`grant pg_read_all_data to ${name}`)
    await client.query(`alter role ${name} set default_transaction_read_only = on`)
    return
  }
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  // Version 16 split membership into options. Before, only the attribute of the role prevents inheritance.
  const options = Number(rows[0]?.server_version_num) >= 160_000 ? ' with inherit false, set true' : ''
  await client.query(`grant timbre_app, timbre_system to ${name}${options}`)
}

/**
 * Creates the login of DATABASE_URL if it doesn't exist, and lets it switch to the two roles. An existing login keeps
 * its password and rights. Left to an administrator if the owner may not do it.
 */
export async function grantLogin(client: pg.Client, login: DatabaseLogin): Promise<void> {
  const { rows } = await client.query<{ is_owner: boolean; may: boolean }>(
    `select rolname = current_user as is_owner,
        pg_has_role(rolname, 'timbre_app', 'MEMBER') and pg_has_role(rolname, 'timbre_system', 'MEMBER') as may
       from pg_roles where rolname = $1`,
    [login.user],
  )
  if (rows[0]?.is_owner || rows[0]?.may) return
  try {
    if (rows.length === 0) await ensureLogin(client, 'runtime', login)
    else await grantRoles(client, 'runtime', pg.escapeIdentifier(login.user))
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== '42501') throw error
  }
}

/**
 * Creates the logins of the embedded cluster, as its superuser. Passwords are stored next to the superuser's. A
 * password file is written after its login has the password, so an interrupted start is completed by the next one.
 */
export async function ensureEmbeddedLogins(
  dataDir: string,
  owner: pg.ClientConfig,
): Promise<pg.ClientConfig> {
  const missing = (Object.keys(loginUsers) as LoginPurpose[]).filter(
    (one) => !existsSync(passwordFile(dataDir, one)),
  )
  if (missing.length > 0) {
    const client = new pg.Client(owner)
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query('begin')
      await ensureRoles(client)
      await client.query('commit')
      for (const purpose of missing) {
        const password = randomBytes(24).toString('base64url')
        await ensureLogin(client, purpose, { user: loginUsers[purpose], password })
        const file = passwordFile(dataDir, purpose)
        writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600 })
        renameSync(`${file}.new`, file)
      }
    } finally {
      await client.end()
    }
  }
  return { ...owner, ...embeddedLogin(dataDir) }
}

/** The login of the service and of shell commands in the embedded cluster. */
export function embeddedLogin(dataDir: string): DatabaseLogin {
  return { user: loginUsers.runtime, password: readFileSync(passwordFile(dataDir, 'runtime'), 'utf8').trim() }
}

function passwordFile(dataDir: string, purpose: LoginPurpose): string {
  return join(dataDir, `postgres-${purpose}-password`)
}

/** What the server stores for a password: SCRAM-SHA-256 (RFC 5803), which can't be used to sign in. */
function verifierOf(password: string, iterations: number): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const keyed = (word: string) => createHmac('sha256', salted).update(word).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
