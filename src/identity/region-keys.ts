import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import { Failure } from '../contract/failure.ts'
import type { Clock, Database } from '../contract/ports.ts'
import type { KeySource, ZoneKey } from './key-source.ts'

/** The signing keys of other regions. */
export type RegionKeys = KeySource & {
  /** Loads the stored keys, so that tokens can be verified while the other regions are down. */
  load: () => Promise<void>
  /** Fetches the keys of every region. */
  refreshAll: () => Promise<void>
  /**
   * Fetches the keys that haven't been fetched in the last minutes, or couldn't be. False if one of the regions didn't
   * answer.
   */
  refreshDue: () => Promise<boolean>
  /** Zones that haven't answered since the start and have no stored keys either. */
  neverFetched: () => readonly string[]
}

export type RegionKeySettings = {
  /** The other zones. With none, nothing is fetched. */
  zones: readonly string[]
  /** Fetches the published keys of a zone, within seconds or not at all. */
  fetchKeys: (zone: string) => Promise<readonly JWK[]>
  database: Database
  clock: Clock
}

/** The state of one zone. Times are in milliseconds. */
type ZoneKeys = {
  name: string
  keys: ReadonlyMap<string, CryptoKey>
  /** When the request that returned the keys began; -Infinity if there was none. */
  fetchedAt: number
  /** Whether a request has completed since the start. */
  wasRequested: boolean
  failures: number
  /** Until then, unknown keys don't cause a request. */
  retryAt: number
  /** From then on, the keys are refreshed without a reason. */
  dueAt: number
  inFlight: Promise<void> | undefined
}

/**
 * Caches the keys that other regions publish, in memory and in the database. While a region can't be reached, its last
 * published keys stay valid. A key ID is the thumbprint of its key (RFC 7638), so no region can publish a different key
 * under another region's ID. An unknown ID causes at most one request per five seconds to the zone it claims, shared by
 * all waiting callers. After failures the delay starts at a tenth of a second and doubles up to a second.
 */
export function createRegionKeys({ zones, fetchKeys, database, clock }: RegionKeySettings): RegionKeys {
  const all = zones.map(createZoneKeys)
  const now = () => clock().getTime()

  async function refreshZone(zone: ZoneKeys): Promise<void> {
    const startedAt = now()
    zone.retryAt = startedAt + minIntervalMilliseconds
    try {
      const jwks = await fetchKeys(zone.name)
      await importKeys(zone, jwks, startedAt)
      zone.failures = 0
      zone.dueAt = now() + refreshMilliseconds
      await database.inSystem((sql) =>
        sql.run(
          `insert into region_keys (zone, jwks, fetched_at) values ($1, $2, $3)
           on conflict (zone) do update set jwks = excluded.jwks, fetched_at = excluded.fetched_at`,
          [zone.name, JSON.stringify(jwks), new Date(startedAt)],
        ),
      )
    } catch {
      zone.retryAt = now() + Math.min(maxRetryMilliseconds, minRetryMilliseconds * 2 ** zone.failures)
      zone.failures += 1
    }
    zone.wasRequested = true
  }

  /** Concurrent callers share one request. */
  function refreshZoneOnce(zone: ZoneKeys): Promise<void> {
    zone.inFlight ??= refreshZone(zone).finally(() => {
      zone.inFlight = undefined
    })
    return zone.inFlight
  }

  const canRefresh = (zone: ZoneKeys) => zone.inFlight !== undefined || zone.retryAt <= now()

  function find(kid: string): ZoneKey | undefined {
    const publishing = all.filter(({ keys }) => keys.has(kid))
    const key = publishing[0]?.keys.get(kid)
    return key && { key, zones: publishing.map(({ name }) => name) }
  }

  return {
    zones,
    findKey: find,
    hasKeysOf: (name) => all.some((zone) => zone.name === name && zone.keys.size > 0),
    async refresh(kid, { zone: name, at }) {
      const zone = all.find((one) => one.name === name)
      if (!zone || !/^[\w-]{43}$/.test(kid)) return undefined
      const startedAt = now()
      if (canRefresh(zone)) await refreshZoneOnce(zone)
      if (zone.keys.has(kid)) return find(kid)
      // Keys fetched after the signature was made, or after this call began, would contain the key if it existed.
      if (zone.fetchedAt >= startedAt || zone.fetchedAt >= at + leewayMilliseconds) return undefined
      throw keyUnavailable(zone.retryAt - now())
    },
    async load() {
      const rows = await database.inSystem(
        (sql) =>
          sql.rows<{ zone: string; jwks: JWK[]; fetchedAt: string }>(
            'select zone, jwks, fetched_at as "fetchedAt" from region_keys',
          ),
        { readOnly: true },
      )
      for (const { zone: name, jwks, fetchedAt } of rows) {
        const zone = all.find((one) => one.name === name)
        if (zone) await importKeys(zone, jwks, Date.parse(fetchedAt))
      }
    },
    async refreshAll() {
      await Promise.all(all.map(refreshZoneOnce))
    },
    async refreshDue() {
      const due = all.filter((zone) => zone.dueAt <= now())
      await Promise.all(due.filter(canRefresh).map(refreshZoneOnce))
      return due.every(({ failures }) => failures === 0)
    },
    neverFetched: () =>
      all.filter(({ wasRequested, keys }) => !wasRequested || keys.size === 0).map(({ name }) => name),
  }
}

function createZoneKeys(name: string): ZoneKeys {
  const never = {
    fetchedAt: Number.NEGATIVE_INFINITY,
    wasRequested: false,
    failures: 0,
    retryAt: 0,
    dueAt: 0,
  }
  return { name, keys: new Map(), ...never, inFlight: undefined }
}

/** A response without any valid key is an error; the zone keeps its current keys. */
async function importKeys(zone: ZoneKeys, jwks: readonly JWK[], fetchedAt: number): Promise<void> {
  const keys = new Map<string, CryptoKey>()
  for (const jwk of jwks.slice(0, maxKeys)) {
    const key = await importKey(jwk)
    if (key) keys.set(jwk.kid as string, key)
  }
  if (keys.size === 0) throw new Error('The key set contains no valid key')
  Object.assign(zone, { keys, fetchedAt })
}

function keyUnavailable(milliseconds: number): Failure {
  const retryAfterSeconds = Math.max(1, Math.ceil(milliseconds / 1000))
  return new Failure('keys_unavailable', { retryAfterSeconds })
}

const maxKeys = 20
/** Minimum time between two requests to a zone that answers. */
const minIntervalMilliseconds = 5_000
/** Delays between requests to a zone that doesn't answer: the first, and the longest. */
const minRetryMilliseconds = 100
const maxRetryMilliseconds = 1_000
/** As long as the published keys may be cached. */
const refreshMilliseconds = 300_000
/** How slow the clock of another region may be: its signatures appear that much older. */
const leewayMilliseconds = 30_000

async function importKey(jwk: JWK): Promise<CryptoKey | undefined> {
  try {
    if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || jwk.d !== undefined) return undefined
    if (jwk.kid !== (await calculateJwkThumbprint(jwk))) return undefined
    return (await importJWK(jwk, 'ES256')) as CryptoKey
  } catch {
    return undefined
  }
}
