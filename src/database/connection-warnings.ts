import { isIP } from 'node:net'
import type pg from 'pg'

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

/** Warns if a connection to another machine doesn't say in its URL whether to use TLS. */
export function transportWarnings(setting: string, address: string): string[] {
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
