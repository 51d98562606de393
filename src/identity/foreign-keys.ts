import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import type { Clock, Database } from '../contract/ports.ts'
import type { FoundKey, KeySource } from './key-source.ts'

/** The signing keys of other regions. */
export type ForeignKeys = KeySource & {
  /** Reads what was kept, so that tokens are known while the other regions are away. */
  load: () => Promise<void>
  /** Asks every region for its keys, whatever is known. */
  refreshAll: () => Promise<void>
  /** The same of those whose keys were not asked for in the last minutes, or could not be had. */
  refreshDue: () => Promise<void>
}

export type ForeignKeySettings = {
  /** The other zones; with none of them nothing is ever asked for. */
  zones: readonly string[]
  /** Gets the published keys of a zone, within seconds or not at all. */
  fetchKeys: (zone: string) => Promise<readonly JWK[]>
  database: Database
  clock: Clock
}

/**
 * Knows the keys that other regions publish. They are kept in the database, and a region that cannot be reached
 * keeps those it last published. A key id is the thumbprint of its key (RFC 7638), so no region can publish another
 * key under an id that is not its own. A region that was never reached has no keys: its tokens are no tokens, and
 * nobody waits for it longer than one question takes. Unknown ids lead to one question a zone in half a minute, or a
 * second after one that failed, however many tokens name them.
 */
export function createForeignKeys({ zones, fetchKeys, database, clock }: ForeignKeySettings): ForeignKeys {
  const known = new Map<string, Map<string, CryptoKey>>()
  const askAgainAt = new Map<string, number>()
  const dueAt = new Map<string, number>()
  const underWay = new Map<string, Promise<void>>()

  async function take(zone: string, jwks: readonly JWK[]): Promise<void> {
    const keys = new Map<string, CryptoKey>()
    for (const jwk of jwks.slice(0, mostKeys)) {
      const key = await importKey(jwk)
      if (key) keys.set(jwk.kid as string, key)
    }
    if (keys.size > 0) known.set(zone, keys)
  }

  async function ask(zone: string): Promise<void> {
    askAgainAt.set(zone, clock().getTime() + cooldownMilliseconds)
    try {
      const jwks = await fetchKeys(zone)
      await take(zone, jwks)
      dueAt.set(zone, clock().getTime() + refreshMilliseconds)
      await database.inSystem((sql) =>
        sql.run(
          `insert into region_keys (zone, jwks, fetched_at) values ($1, $2, $3)
           on conflict (zone) do update set jwks = excluded.jwks, fetched_at = excluded.fetched_at`,
          [zone, JSON.stringify(jwks), clock()],
        ),
      )
    } catch {
      askAgainAt.set(zone, clock().getTime() + failedCooldownMilliseconds)
    }
  }

  /** All who want to know wait for the same answer. */
  function askOnce(zone: string): Promise<void> {
    const asked = underWay.get(zone) ?? ask(zone).finally(() => underWay.delete(zone))
    underWay.set(zone, asked)
    return asked
  }

  const isDue = (zone: string) => underWay.has(zone) || (askAgainAt.get(zone) ?? 0) <= clock().getTime()

  function find(kid: string): FoundKey | undefined {
    const publishing = zones.filter((zone) => known.get(zone)?.has(kid))
    const key = known.get(publishing[0] ?? '')?.get(kid)
    return key && { key, zones: publishing }
  }

  return {
    known: find,
    async refresh(kid) {
      if (!/^[\w-]{43}$/.test(kid)) return undefined
      await Promise.all(zones.filter(isDue).map(askOnce))
      return find(kid)
    },
    async load() {
      const rows = await database.inSystem(
        (sql) => sql.rows<{ zone: string; jwks: JWK[] }>('select zone, jwks from region_keys'),
        { readOnly: true },
      )
      for (const { zone, jwks } of rows) if (zones.includes(zone)) await take(zone, jwks)
    },
    async refreshAll() {
      await Promise.all(zones.map(askOnce))
    },
    async refreshDue() {
      const now = clock().getTime()
      await Promise.all(zones.filter((zone) => (dueAt.get(zone) ?? 0) <= now && isDue(zone)).map(askOnce))
    },
  }
}

const mostKeys = 20
const cooldownMilliseconds = 30_000
const failedCooldownMilliseconds = 1_000
/** As long as whoever publishes keys lets them be kept. */
const refreshMilliseconds = 300_000

async function importKey(jwk: JWK): Promise<CryptoKey | undefined> {
  try {
    if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || jwk.d !== undefined) return undefined
    if (jwk.kid !== (await calculateJwkThumbprint(jwk))) return undefined
    return (await importJWK(jwk, 'ES256')) as CryptoKey
  } catch {
    return undefined
  }
}
