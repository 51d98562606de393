import type { Clock, Database } from '../contract/ports.ts'
import { type KeySource, throttle, type ZoneKey } from './key-source.ts'
import type { SecretKeyring } from './secret-keyring.ts'
import { removeExpiredSigningKeys, retiredKeySeconds } from './signing-key-rotation.ts'
import type { SigningKeyRow } from './signing-key-store.ts'
import { openSigningKeys, readSigningKeyRows, type SigningKeys, unsealSigningKeys } from './signing-keys.ts'

export type SigningKeyring = KeySource & {
  /** The current keys. Call at each use, because they change. */
  keys: () => SigningKeys
  /** Reads the database. Must be called every few seconds, because other processes rotate too. */
  reload: () => Promise<void>
  /** Whether this process has the key that the installation signs with now, which these rows tell. */
  holdsActive: (rows: readonly SigningKeyRow[]) => Promise<boolean>
}

/** Minimum milliseconds between two reads caused by unknown keys. */
const restMilliseconds = 500

/**
 * The installation's signing keys in this process. A rotation in another process shows at the next reload, or right
 * away when a token with an unknown key arrives. Such reads are throttled and shared, so that a flood of invented keys
 * costs two reads per second.
 */
export async function openSigningKeyring(settings: {
  database: Database
  secretKey: SecretKeyring
  clock: Clock
  zone: string
  restMilliseconds?: number
}): Promise<SigningKeyring> {
  const { database, secretKey, clock, zone, restMilliseconds: reloadInterval = restMilliseconds } = settings
  let keys = await openSigningKeys(database, secretKey, clock())
  let last: Promise<void> = Promise.resolve()

  /** Sequential, so that a late response can't restore what an earlier one has removed. */
  function read(): Promise<void> {
    last = last.then(readNow, readNow)
    return last
  }

  async function readNow(): Promise<void> {
    const rows = await readSigningKeyRows(database)
    keys = await unsealSigningKeys(rows, secretKey, keys)
    if (rows.some((row) => isExpired(row, clock()))) await removeExpiredSigningKeys(database, clock())
  }

  function findKey(kid: string): ZoneKey | undefined {
    const key = keys.all.get(kid)
    return key && { key, zones: [zone] }
  }

  const reloadForUnknownKey = throttle(read, reloadInterval)
  return {
    keys: () => keys,
    zones: [zone],
    findKey,
    hasKeysOf: (one) => one === zone,
    reload: read,
    async holdsActive(rows) {
      const active = rows.find(({ state }) => state === 'active')
      if (active && !keys.all.has(active.kid)) await read().catch(() => {})
      return active !== undefined && keys.all.has(active.kid) && secretKey.holdsKeyInUse()
    },
    async refresh(kid) {
      // All our key IDs are SHA-256 in base64url (RFC 7638). Others don't cause a read.
      if (!/^[A-Za-z0-9_-]{43}$/.test(kid)) return undefined
      await reloadForUnknownKey()
      return findKey(kid)
    },
  }
}

function isExpired({ state, retiredAt }: SigningKeyRow, now: Date): boolean {
  if (state !== 'retired' || retiredAt === null) return false
  return new Date(retiredAt).getTime() <= now.getTime() - retiredKeySeconds * 1000
}
