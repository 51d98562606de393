import { isIP } from 'node:net'
import type pg from 'pg'
import { databaseAddresses } from '../contract/database-addresses.ts'

/**
 * Warnings about the login of DATABASE_URL, one line each: row security doesn't apply to it, or it could disable it.
 * None for a login that owns nothing.
 */
export async function loginWarnings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{
    superuser: boolean
    bypasses: boolean
    creates: boolean
    owns: boolean
  }>(
    `select rolsuper as superuser, rolbypassrls as bypasses, rolcreaterole as creates,
        exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and pg_has_role(session_user, relowner, 'MEMBER')) as owns
       from pg_roles where rolname = session_user`,
  )
  const [login] = rows
  const powers = [
    login?.superuser && 'is a superuser',
    login?.bypasses && !login.superuser && 'bypasses row security',
    login?.creates && !login.superuser && 'can create roles',
    login?.owns && !login.superuser && 'owns the tables',
  ].filter(Boolean)
  if (powers.length === 0) return []
  return [
    `The login of DATABASE_URL ${powers.join(' and ')}, so anyone who takes over the service can reach every account. ` +
      'Use a login that owns nothing, and DATABASE_OWNER_URL for migrations; docs/self-hosting.md shows how.',
  ]
}

/** Warns of settings of the server with which it acknowledges what a crash then loses. */
export async function durabilityWarnings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ fsync: string; commit: string; standbys: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('synchronous_standby_names') as standbys`,
  )
  const [{ fsync = 'on', commit = 'on', standbys = '' } = {}] = rows
  const warnings: string[] = []
  if (fsync === 'off')
    warnings.push(
      'The server of DATABASE_URL has fsync = off: a crash of its machine can destroy the whole database.',
    )
  if (commit === 'off')
    warnings.push(
      'The server of DATABASE_URL has synchronous_commit = off: a crash loses what was acknowledged in the last second.',
    )
  if (standbys !== '' && ['off', 'local'].includes(commit))
    warnings.push(
      `The server of DATABASE_URL has synchronous_commit = ${commit}: a failover loses what its standbys had not got yet.`,
    )
  return warnings
}

/** Warns if the server allows fewer connections than all instances together may open. */
export async function capacityWarnings(client: pg.Client, needed: number): Promise<string[]> {
  const { rows } = await client.query<{ free: number; most: number }>(
    `select current_setting('max_connections')::integer as most,
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as free`,
  )
  const [{ free = needed, most = needed } = {}] = rows
  if (needed <= free) return []
  return [
    `The instances may open ${needed} connections (INSTANCES × (DATABASE_POOL + 2)), and the server of DATABASE_URL allows ${most}. ` +
      'Raise max_connections or lower DATABASE_POOL.',
  ]
}

/** Warns if a connection to another machine doesn't say in its URL whether to use TLS. */
export function transportWarnings(setting: string, address: string): string[] {
  return databaseAddresses(address).flatMap((server) => transportWarning(setting, server))
}

function transportWarning(setting: string, address: string): string[] {
  const url = new URL(address)
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  if (host.startsWith('/') || isLoopback(host)) return []
  if (['sslmode', 'ssl', 'sslrootcert'].some((name) => url.searchParams.has(name))) return []
  return [
    `${setting} leads to ${host} without TLS. Add ?sslmode=verify-full (and sslrootcert=, a file, for an authority of ` +
      'your own), or ?sslmode=disable on a network that is private.',
  ]
}

function isLoopback(host: string): boolean {
  return (
    host === '' ||
    host === 'localhost' ||
    host === '[::1]' ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  )
}
