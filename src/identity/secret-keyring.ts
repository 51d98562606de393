import { createHmac, hkdfSync } from 'node:crypto'
import type { MacPurpose, SealContext, SecretKey } from '../contract/secret-key.ts'
import { decrypt, encrypt, UnsealError } from './seal.ts'

/**
 * All keys that a process holds, and which of them is in use. The database decides that: the key that seals the active
 * signing key is the key in use. So all processes change over together, whatever each was started with, and a process
 * seals nothing under a new key before the rotation says that all of them can read it.
 */
export type SecretKeyring = SecretKey & {
  /** Takes the key that seals this value as the one in use. Throws `UnsealError` when this process does not hold it. */
  syncKeyInUse: (sealed: Buffer, context: SealContext) => void
  /** Whether this process holds the key in use, as of the last `follow`. */
  holdsKeyInUse: () => boolean
  /** Replaces the keys, for those that are kept in files. The key in use stays if it is among them. */
  replace: (keys: readonly Buffer[]) => void
  /** Takes one of the keys as the one in use, to seal everything under it; for a rotation. */
  use: (key: Buffer) => void
  /** What every value begins with that is sealed under the key in use since there are rotations. */
  header: () => Buffer
  /** How many keys there are besides the one in use. */
  otherKeyCount: () => number
}

/**
 * Values carry a version byte, and since there are rotations the id of their key. Values of the first version are
 * opened by trying, and are still written until the installation's first rotation, because processes of the release
 * before cannot read the second version and may run at the same time.
 */
export function createSecretKeyring(keys: readonly Buffer[]): SecretKeyring {
  let keySets = deriveAllKeys(keys)
  let usesKeyIds = true
  let isKeyMissing = false
  let lastSynced: Buffer | undefined

  const inUse = () => keySets[0] as DerivedKeys
  const useFirst = (found: DerivedKeys) => {
    keySets = [found, ...keySets.filter((one) => one !== found)]
  }

  function open(sealed: Buffer, context: SealContext): { plain: Buffer; by: DerivedKeys } {
    const [byte] = sealed
    if (byte !== formatWithoutKeyId && byte !== formatWithKeyId)
      throw new UnsealError(`${context}: sealed in format ${byte}, which this release does not know`)
    const able =
      byte === formatWithoutKeyId ? keySets : keySets.filter(({ header }) => isSealedUnder(sealed, header))
    for (const by of able) {
      const how =
        byte === formatWithoutKeyId ? { key: by.bytes, headerBytes: 1 } : { key: by.sealing, headerBytes }
      const plain = decrypt(sealed, { ...how, context })
      if (plain) return { plain, by }
    }
    throw new UnsealError(
      `${context}: does not open. SECRET_KEY is not the one it was sealed with, nor one of SECRET_KEY_PREVIOUS, or the value was changed`,
    )
  }

  return {
    seal(plain, context) {
      const { bytes, sealing, header } = inUse()
      if (usesKeyIds) return encrypt(plain, { key: sealing, header, context })
      return encrypt(plain, { key: bytes, header: Buffer.of(formatWithoutKeyId), context })
    },
    unseal: (sealed, context) => open(sealed, context).plain,
    mac: (purpose, data) => macUnder(inUse(), purpose, data),
    macs: (purpose, data) => keySets.map((keySet) => macUnder(keySet, purpose, data)),
    subkeys: (purpose) => keySets.map((keySet) => subkeyOf(keySet, purpose)),
    syncKeyInUse(sealed, context) {
      if (lastSynced?.equals(sealed) && !isKeyMissing) return
      isKeyMissing = true
      const { by } = open(sealed, context)
      ;[isKeyMissing, lastSynced, usesKeyIds] = [false, sealed, sealed[0] === formatWithKeyId]
      useFirst(by)
    },
    holdsKeyInUse: () => !isKeyMissing,
    replace(now) {
      const headers = (list: readonly DerivedKeys[]) =>
        list.map(({ header }) => header.toString('hex')).sort()
      const read = deriveAllKeys(now)
      if (headers(read).join() === headers(keySets).join()) return
      const before = inUse()
      keySets = read
      const same = keySets.find(({ header }) => header.equals(before.header))
      if (same) useFirst(same)
      // The next `follow` looks again, with the new keys.
      lastSynced = undefined
    },
    use(key) {
      const header = headerOf(key)
      const found = keySets.find((version) => version.header.equals(header))
      if (!found) throw new Error('This key is none of the ring.')
      useFirst(found)
      usesKeyIds = true
    },
    header: () => inUse().header,
    otherKeyCount: () => keySets.length - 1,
  }
}

/** Whether a value says that it was sealed under the key of this header. */
export function isSealedUnder(sealed: Buffer, header: Buffer): boolean {
  return sealed.subarray(0, headerBytes).equals(header)
}

/** A key with everything that is derived from it; each derived key is made once. */
type DerivedKeys = { bytes: Buffer; header: Buffer; sealing: Buffer; subkeys: Map<MacPurpose, Buffer> }

const [formatWithoutKeyId, formatWithKeyId] = [1, 2]
const idBytes = 4
const headerBytes = 1 + idBytes

function deriveAllKeys(keys: readonly Buffer[]): DerivedKeys[] {
  if (keys.length === 0) throw new Error('A ring needs a key.')
  const keySets = new Map<string, DerivedKeys>()
  for (const bytes of keys) {
    const header = headerOf(bytes)
    const made = { bytes, header, sealing: deriveKey(bytes, 'timbre sealing', 32), subkeys: new Map() }
    if (!keySets.has(header.toString('hex'))) keySets.set(header.toString('hex'), made)
  }
  return [...keySets.values()]
}

/** The version byte, and an id that tells nothing of the key. */
function headerOf(key: Buffer): Buffer {
  if (key.length !== 32) throw new Error(`SECRET_KEY must be 32 bytes, not ${key.length}`)
  return Buffer.concat([Buffer.of(formatWithKeyId), deriveKey(key, 'timbre key id', idBytes)])
}

function macUnder(keySet: DerivedKeys, purpose: MacPurpose, data: Buffer | string): Buffer {
  return createHmac('sha256', subkeyOf(keySet, purpose)).update(data).digest()
}

function subkeyOf({ bytes, subkeys }: DerivedKeys, purpose: MacPurpose): Buffer {
  const known = subkeys.get(purpose)
  if (known) return known
  const made = deriveKey(bytes, `timbre ${purpose}`, 32)
  subkeys.set(purpose, made)
  return made
}

function deriveKey(key: Buffer, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', info, length))
}
