import type { Clock, Database } from '../contract/ports.ts'
import { type KeySource, throttle, type ZoneKey } from './key-source.ts'
import type { SecretKeyring } from './secret-keyring.ts'
import { removeExpiredSigningKeys, retiredKeySeconds } from './signing-key-rotation.ts'
import type { SigningKeyRow } from './signing-key-store.ts'
import { openSigningKeys, readSigningKeyRows, type SigningKeys, unsealSigningKeys } from './signing-keys.ts'

export type SigningKeyring = KeySource & {
  /** The keys of this moment; ask at each use. */
  keys: () => SigningKeys
  /** Reads the database; to be called every few seconds, because other processes rotate too. */
  reload: () => Promise<void>
  /** Whether this process holds the key that the installation signs with now; false when nobody can say. */
  holdsActive: () => Promise<boolean>
}

/** Milliseconds between two reads that unknown keys may cause. */
const restMilliseconds = 500

/**
 * The installation's keys in this process. A rotation elsewhere shows at the next reload, and at once to whoever
 * brings a token of a key that is not known yet. Such reads are shared: whoever comes within the rest after one waits
 * for the next, so that a flood of invented keys costs two reads a second.
 */
export async function openSigningKeyring(settings: {
  database: Database
  secretKey: SecretKeyring
  clock: Clock
  zone: string
  restMilliseconds?: number
}): Promise<SigningKeyring> {
  const { database, secretKey, clock, zone, restMilliseconds: rest = restMilliseconds } = settings
  let keys = await openSigningKeys(database, secretKey, clock())
  let last: Promise<void> = Promise.resolve()

  /** One after the other, so that no late answer puts back what an earlier one has removed. */
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

  const reloadForUnknownKey = throttle(read, rest)
  return {
    keys: () => keys,
    zones: [zone],
    findKey,
    hasKeysOf: (one) => one === zone,
    reload: read,
    async holdsActive() {
      const rows = await readSigningKeyRows(database).catch(() => [])
      const active = rows.find(({ state }) => state === 'active')
      if (active && !keys.all.has(active.kid)) await read().catch(() => {})
      return active !== undefined && keys.all.has(active.kid) && secretKey.holdsKeyInUse()
    },
    async refresh(kid) {
      // Every kid of ours is a SHA-256 in base64url (RFC 7638); nothing else is worth a look.
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
