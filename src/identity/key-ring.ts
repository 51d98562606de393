import { createHmac, hkdfSync } from 'node:crypto'
import type { MacPurpose, SealContext, SecretKey } from '../contract/secret-key.ts'
import { decrypt, encrypt, UnsealError } from './seal.ts'

/**
 * All keys that a process holds, and which of them is in use. The database decides that: the key that seals the active
 * signing key is the key in use. So all processes change over together, whatever each was started with, and a process
 * seals nothing under a new key before the rotation says that all of them can read it.
 */
export type KeyRing = SecretKey & {
  /** Takes the key that seals this value as the one in use. Throws `UnsealError` when this process does not hold it. */
  follow: (sealed: Buffer, context: SealContext) => void
  /** Whether this process holds the key in use, as of the last `follow`. */
  holdsKeyInUse: () => boolean
  /** Replaces the keys, for those that are kept in files. The key in use stays if it is among them. */
  replace: (keys: readonly Buffer[]) => void
  /** Takes one of the keys as the one in use, to seal everything under it; for a rotation. */
  use: (key: Buffer) => void
  /** What every value begins with that is sealed under the key in use since there are rotations. */
  header: () => Buffer
  /** How many keys there are besides the one in use. */
  others: () => number
}

/**
 * Values carry a version byte, and since there are rotations the id of their key. Values of the first version are
 * opened by trying, and are still written until the installation's first rotation, because processes of the release
 * before cannot read the second version and may run at the same time.
 */
export function createKeyRing(keys: readonly Buffer[]): KeyRing {
  let versions = versionsOf(keys)
  let marks = true
  let missing = false
  let followed: Buffer | undefined

  const inUse = () => versions[0] as Version
  const useFirst = (found: Version) => {
    versions = [found, ...versions.filter((one) => one !== found)]
  }

  function open(sealed: Buffer, context: SealContext): { plain: Buffer; by: Version } {
    const [byte] = sealed
    if (byte !== unmarked && byte !== marked)
      throw new UnsealError(`${context}: sealed in format ${byte}, which this release does not know`)
    const able = byte === unmarked ? versions : versions.filter(({ header }) => isUnder(sealed, header))
    for (const by of able) {
      const how = byte === unmarked ? { key: by.bytes, headerBytes: 1 } : { key: by.sealing, headerBytes }
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
      if (marks) return encrypt(plain, { key: sealing, header, context })
      return encrypt(plain, { key: bytes, header: Buffer.of(unmarked), context })
    },
    unseal: (sealed, context) => open(sealed, context).plain,
    mac: (purpose, data) => macUnder(inUse(), purpose, data),
    macs: (purpose, data) => versions.map((version) => macUnder(version, purpose, data)),
    subkeys: (purpose) => versions.map((version) => subkeyOf(version, purpose)),
    follow(sealed, context) {
      if (followed?.equals(sealed) && !missing) return
      missing = true
      const { by } = open(sealed, context)
      ;[missing, followed, marks] = [false, sealed, sealed[0] === marked]
      useFirst(by)
    },
    holdsKeyInUse: () => !missing,
    replace(now) {
      const headers = (list: readonly Version[]) => list.map(({ header }) => header.toString('hex')).sort()
      const read = versionsOf(now)
      if (headers(read).join() === headers(versions).join()) return
      const before = inUse()
      versions = read
      const same = versions.find(({ header }) => header.equals(before.header))
      if (same) useFirst(same)
      // The next `follow` looks again, with the new keys.
      followed = undefined
    },
    use(key) {
      const header = headerOf(key)
      const found = versions.find((version) => version.header.equals(header))
      if (!found) throw new Error('This key is none of the ring.')
      useFirst(found)
      marks = true
    },
    header: () => inUse().header,
    others: () => versions.length - 1,
  }
}

/** Whether a value says that it was sealed under the key of this header. */
export function isUnder(sealed: Buffer, header: Buffer): boolean {
  return sealed.subarray(0, headerBytes).equals(header)
}

/** A key with everything that is derived from it; each derived key is made once. */
type Version = { bytes: Buffer; header: Buffer; sealing: Buffer; subkeys: Map<MacPurpose, Buffer> }

const [unmarked, marked] = [1, 2]
const idBytes = 4
const headerBytes = 1 + idBytes

function versionsOf(keys: readonly Buffer[]): Version[] {
  if (keys.length === 0) throw new Error('A ring needs a key.')
  const versions = new Map<string, Version>()
  for (const bytes of keys) {
    const header = headerOf(bytes)
    const made = { bytes, header, sealing: derived(bytes, 'timbre sealing', 32), subkeys: new Map() }
    if (!versions.has(header.toString('hex'))) versions.set(header.toString('hex'), made)
  }
  return [...versions.values()]
}

/** The version byte, and an id that tells nothing of the key. */
function headerOf(key: Buffer): Buffer {
  if (key.length !== 32) throw new Error(`SECRET_KEY must be 32 bytes, not ${key.length}`)
  return Buffer.concat([Buffer.of(marked), derived(key, 'timbre key id', idBytes)])
}

function macUnder(version: Version, purpose: MacPurpose, data: Buffer | string): Buffer {
  return createHmac('sha256', subkeyOf(version, purpose)).update(data).digest()
}

function subkeyOf({ bytes, subkeys }: Version, purpose: MacPurpose): Buffer {
  const known = subkeys.get(purpose)
  if (known) return known
  const made = derived(bytes, `timbre ${purpose}`, 32)
  subkeys.set(purpose, made)
  return made
}

function derived(key: Buffer, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', info, length))
}
