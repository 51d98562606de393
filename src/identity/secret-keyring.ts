import { createHmac, hkdfSync } from 'node:crypto'
import type { MacPurpose, SealContext, SecretKey } from '../contract/secret-key.ts'
import { decrypt, encrypt, UnsealError } from './seal.ts'

/**
 * All SECRET_KEYs of a process, and which of them is in use. The database decides: the key that seals the active
 * signing key is in use. So all processes switch together, whatever each was started with, and no process seals under a
 * new key before the rotation has made sure that all of them can read it.
 */
export type SecretKeyring = SecretKey & {
  /** Switches to the key that seals this value. Throws `UnsealError` if this process doesn't have it. */
  syncKeyInUse: (sealed: Buffer, context: SealContext) => void
  /** Whether this process has the key in use, as of the last `syncKeyInUse`. */
  holdsKeyInUse: () => boolean
  /** Replaces the keys, if they are read from files. The key in use stays if it is among them. */
  replace: (keys: readonly Buffer[]) => void
  /** Makes one of the keys the one in use, to seal everything under it. For a rotation. */
  use: (key: Buffer) => void
  /** The first bytes of every value sealed under the key in use, in the format with key IDs. */
  header: () => Buffer
  /** Number of keys besides the one in use. */
  otherKeyCount: () => number
}

/**
 * Values start with a version byte and, in the second format, the ID of their key. Values in the first format are
 * opened by trying all keys. They are still written until the installation's first rotation, because processes of the
 * previous release may run at the same time and can't read the second format.
 */
export function createSecretKeyring(keys: readonly Buffer[]): SecretKeyring {
  let keySets = deriveAllKeys(keys)
  let usesKeyIds = true
  let isKeyMissing = false
  let lastSynced: Buffer | undefined

  const inUse = () => keySets[0] as DerivedKeys
  const useFirst = (keySet: DerivedKeys) => {
    keySets = [keySet, ...keySets.filter((one) => one !== keySet)]
  }

  function open(sealed: Buffer, context: SealContext): { plain: Buffer; keySet: DerivedKeys } {
    const [byte] = sealed
    if (byte !== formatWithoutKeyId && byte !== formatWithKeyId)
      throw new UnsealError(`${context}: sealed in format ${byte}, which this release cannot read`)
    const candidates =
      byte === formatWithoutKeyId ? keySets : keySets.filter(({ header }) => isSealedUnder(sealed, header))
    for (const keySet of candidates) {
      const options =
        byte === formatWithoutKeyId
          ? { key: keySet.bytes, headerBytes: 1 }
          : { key: keySet.sealing, headerBytes }
      const plain = decrypt(sealed, { ...options, context })
      if (plain) return { plain, keySet }
    }
    throw new UnsealError(
      `${context}: cannot be decrypted. SECRET_KEY is not the one it was sealed with, nor one of SECRET_KEY_PREVIOUS, or the value was changed`,
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
      const { keySet } = open(sealed, context)
      ;[isKeyMissing, lastSynced, usesKeyIds] = [false, sealed, sealed[0] === formatWithKeyId]
      useFirst(keySet)
    },
    holdsKeyInUse: () => !isKeyMissing,
    replace(newKeys) {
      const headers = (list: readonly DerivedKeys[]) =>
        list.map(({ header }) => header.toString('hex')).sort()
      const derived = deriveAllKeys(newKeys)
      if (headers(derived).join() === headers(keySets).join()) return
      const previous = inUse()
      keySets = derived
      const unchanged = keySets.find(({ header }) => header.equals(previous.header))
      if (unchanged) useFirst(unchanged)
      // The next `syncKeyInUse` checks again with the new keys.
      lastSynced = undefined
    },
    use(key) {
      const header = headerOf(key)
      const keySet = keySets.find((candidate) => candidate.header.equals(header))
      if (!keySet) throw new Error('This key is not in the keyring.')
      useFirst(keySet)
      usesKeyIds = true
    },
    header: () => inUse().header,
    otherKeyCount: () => keySets.length - 1,
  }
}

/** Whether a value's header says that it was sealed under this key. */
export function isSealedUnder(sealed: Buffer, header: Buffer): boolean {
  return sealed.subarray(0, headerBytes).equals(header)
}

/** A key with everything derived from it. Each derived key is computed once. */
type DerivedKeys = { bytes: Buffer; header: Buffer; sealing: Buffer; subkeys: Map<MacPurpose, Buffer> }

const [formatWithoutKeyId, formatWithKeyId] = [1, 2]
const idBytes = 4
const headerBytes = 1 + idBytes

function deriveAllKeys(keys: readonly Buffer[]): DerivedKeys[] {
  if (keys.length === 0) throw new Error('A keyring needs a key.')
  const keySets = new Map<string, DerivedKeys>()
  for (const bytes of keys) {
    const header = headerOf(bytes)
    const keySet = { bytes, header, sealing: deriveKey(bytes, 'timbre sealing', 32), subkeys: new Map() }
    if (!keySets.has(header.toString('hex'))) keySets.set(header.toString('hex'), keySet)
  }
  return [...keySets.values()]
}

/** The version byte, and a key ID that reveals nothing about the key. */
function headerOf(key: Buffer): Buffer {
  if (key.length !== 32) throw new Error(`SECRET_KEY must be 32 bytes, not ${key.length}`)
  return Buffer.concat([Buffer.of(formatWithKeyId), deriveKey(key, 'timbre key id', idBytes)])
}

function macUnder(keySet: DerivedKeys, purpose: MacPurpose, data: Buffer | string): Buffer {
  return createHmac('sha256', subkeyOf(keySet, purpose)).update(data).digest()
}

function subkeyOf({ bytes, subkeys }: DerivedKeys, purpose: MacPurpose): Buffer {
  const cached = subkeys.get(purpose)
  if (cached) return cached
  const subkey = deriveKey(bytes, `timbre ${purpose}`, 32)
  subkeys.set(purpose, subkey)
  return subkey
}

function deriveKey(key: Buffer, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', info, length))
}
