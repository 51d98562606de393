import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import { Failure } from '../contract/failure.ts'
import type { Clock, Database } from '../contract/ports.ts'
import type { KeySource, ZoneKey } from './key-source.ts'

/** The signing keys of other regions. */
export type RegionKeys = KeySource & {
  /** Reads what was kept, so that tokens are known while the other regions are away. */
  load: () => Promise<void>
  /** Asks every region for its keys, whatever is known. */
  refreshAll: () => Promise<void>
  /**
   * The same of those whose keys were not asked for in the last minutes, or could not be had. False when one of them
   * did not answer.
   */
  refreshDue: () => Promise<boolean>
  /** The zones that have not answered since the start, nor left keys from before that are still known. */
  neverFetched: () => readonly string[]
}

export type RegionKeySettings = {
  /** The other zones; with none of them nothing is ever asked for. */
  zones: readonly string[]
  /** Gets the published keys of a zone, within seconds or not at all. */
  fetchKeys: (zone: string) => Promise<readonly JWK[]>
  database: Database
  clock: Clock
}

/** What is known of one zone. Times are in milliseconds. */
type ZoneKeys = {
  name: string
  keys: ReadonlyMap<string, CryptoKey>
  /** When the request began that brought the keys; -Infinity while there was none. */
  fetchedAt: number
  /** Whether a request has ended since the start. */
  wasRequested: boolean
  failures: number
  /** Before then, no unknown key leads to a request. */
  retryAt: number
  /** From then on it is asked without a reason. */
  dueAt: number
  inFlight: Promise<void> | undefined
}

/**
 * Keeps the keys that other regions publish, in memory and in the database. A region that cannot be reached keeps those
 * it last published. A key id is the thumbprint of its key (RFC 7638), so no region can publish another key under an id
 * that is not its own. An unknown id leads to one request to the zone that it is said to be of, in five seconds, shared
 * by all who wait; after failures the wait begins at a tenth of a second and doubles up to a second.
 */
export function createRegionKeys({ zones, fetchKeys, database, clock }: RegionKeySettings): RegionKeys {
  const all = zones.map(createZoneKeys)
  const now = () => clock().getTime()

  async function refreshZone(zone: ZoneKeys): Promise<void> {
    const began = now()
    zone.retryAt = began + minIntervalMilliseconds
    try {
      const jwks = await fetchKeys(zone.name)
      await importKeys(zone, jwks, began)
      zone.failures = 0
      zone.dueAt = now() + refreshMilliseconds
      await database.inSystem((sql) =>
        sql.run(
          `insert into region_keys (zone, jwks, fetched_at) values ($1, $2, $3)
           on conflict (zone) do update set jwks = excluded.jwks, fetched_at = excluded.fetched_at`,
          [zone.name, JSON.stringify(jwks), new Date(began)],
        ),
      )
    } catch {
      zone.retryAt = now() + Math.min(maxRetryMilliseconds, minRetryMilliseconds * 2 ** zone.failures)
      zone.failures += 1
    }
    zone.wasRequested = true
  }

  /** All who want to know wait for the same answer. */
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
      const began = now()
      if (canRefresh(zone)) await refreshZoneOnce(zone)
      if (zone.keys.has(kid)) return find(kid)
      // A set of keys that was asked for after the signature was made, or after it came here, has the key or never will.
      if (zone.fetchedAt >= began || zone.fetchedAt >= at + leewayMilliseconds) return undefined
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

/** A set without one good key is no set: the zone keeps those it had. */
async function importKeys(zone: ZoneKeys, jwks: readonly JWK[], fetchedAt: number): Promise<void> {
  const keys = new Map<string, CryptoKey>()
  for (const jwk of jwks.slice(0, maxKeys)) {
    const key = await importKey(jwk)
    if (key) keys.set(jwk.kid as string, key)
  }
  if (keys.size === 0) throw new Error('There is no key in this set')
  Object.assign(zone, { keys, fetchedAt })
}

function keyUnavailable(milliseconds: number): Failure {
  const retryAfterSeconds = Math.max(1, Math.ceil(milliseconds / 1000))
  return new Failure('keys_unavailable', { retryAfterSeconds })
}

const maxKeys = 20
/** Between two requests to a zone that answers. */
const minIntervalMilliseconds = 5_000
/** Between two requests to a zone that does not: the first, and the longest. */
const minRetryMilliseconds = 100
const maxRetryMilliseconds = 1_000
/** As long as whoever publishes keys lets them be kept. */
const refreshMilliseconds = 300_000
/** How far the clock of another region may be behind: its signatures look older by so much. */
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
