import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { UnsealError } from './seal.ts'
import { createSecretKeyring, isSealedUnder } from './secret-keyring.ts'

const [old, fresh] = [randomBytes(32), randomBytes(32)]
const ring = createSecretKeyring([old])
const context = 'outbox:a:b'

describe('a sealed value', () => {
  test('decrypts to the same text or bytes, also if empty', () => {
    for (const plain of [Buffer.from('tmb_link_… für Noor'), randomBytes(500), Buffer.alloc(0)]) {
      expect(ring.unseal(ring.seal(plain, context), context).equals(plain)).toBe(true)
    }
  })

  test('is different each time and does not contain the text', () => {
    const [first, second] = [ring.seal('plain words', context), ring.seal('plain words', context)]
    expect(first.equals(second)).toBe(false)
    expect(first.includes('plain')).toBe(false)
  })

  test('names its context and SECRET_KEY in the error if no key opens it', () => {
    const sealed = ring.seal('text', 'signing-key:a')
    const other = createSecretKeyring([fresh])
    expect(() => other.unseal(sealed, 'signing-key:a')).toThrow(UnsealError)
    expect(() => other.unseal(sealed, 'signing-key:a')).toThrow(/signing-key:a.*SECRET_KEY/)
  })

  test('does not open in another context', () => {
    expect(() => ring.unseal(ring.seal('text', context), 'outbox:a:c')).toThrow(UnsealError)
  })

  test('does not open if a byte was changed or it was truncated', () => {
    for (const sealed of [ring.seal('text', context), sealedByFormerRelease('text', context, old)]) {
      for (let offset = 0; offset < sealed.length; offset += 1) {
        const changed = Buffer.from(sealed)
        changed.writeUInt8(changed.readUInt8(offset) ^ 1, offset)
        expect(() => ring.unseal(changed, context)).toThrow(UnsealError)
        expect(() => ring.unseal(sealed.subarray(0, offset), context)).toThrow(UnsealError)
      }
    }
  })

  test('of the previous release opens under any key of the keyring', () => {
    const both = createSecretKeyring([fresh, old])
    for (const key of [old, fresh]) {
      expect(both.unseal(sealedByFormerRelease('text', context, key), context).toString()).toBe('text')
    }
  })

  test('requires keys of 32 bytes', () => {
    expect(() => createSecretKeyring([randomBytes(16)])).toThrow('SECRET_KEY must be 32 bytes, not 16')
  })
})

describe('the key in use', () => {
  const active = 'signing-key:a'

  test('is the one that seals the active signing key, whatever the configured order', () => {
    const both = createSecretKeyring([fresh, old])
    both.syncKeyInUse(ring.seal('key', active), active)
    expect(ring.unseal(both.seal('text', context), context).toString()).toBe('text')
    both.syncKeyInUse(createSecretKeyring([fresh]).seal('key', active), active)
    expect(() => ring.unseal(both.seal('text', context), context)).toThrow(UnsealError)
    expect(both.unseal(ring.seal('text', context), context).toString()).toBe('text')
  })

  test('seals in the old format until the first rotation, for processes of the previous release', () => {
    const both = createSecretKeyring([fresh, old])
    both.syncKeyInUse(sealedByFormerRelease('key', active, old), active)
    expect(both.seal('text', context)[0]).toBe(1)
    expect(ring.unseal(both.seal('text', context), context).toString()).toBe('text')
    both.use(fresh)
    const sealed = both.seal('text', context)
    expect(isSealedUnder(sealed, both.header())).toBe(true)
    expect(createSecretKeyring([fresh]).unseal(sealed, context).toString()).toBe('text')
  })

  test('is missing after another process switched to an unknown key, until that key is added', () => {
    const alone = createSecretKeyring([old])
    const sealed = createSecretKeyring([fresh]).seal('key', active)
    expect(() => alone.syncKeyInUse(sealed, active)).toThrow(UnsealError)
    expect(alone.holdsKeyInUse()).toBe(false)
    alone.replace([old, fresh])
    alone.syncKeyInUse(sealed, active)
    expect(alone.holdsKeyInUse()).toBe(true)
    expect(createSecretKeyring([fresh]).unseal(alone.seal('text', context), context).toString()).toBe('text')
  })

  test('stays when the keys are reloaded in another order', () => {
    const both = createSecretKeyring([old, fresh])
    both.use(fresh)
    both.replace([old, fresh])
    expect(isSealedUnder(both.seal('text', context), createSecretKeyring([fresh]).header())).toBe(true)
  })
})

describe('HMACs', () => {
  test('are the same as in the previous release, and computed under every key', () => {
    const subkey = Buffer.from(hkdfSync('sha256', old, '', 'timbre idempotency', 32))
    const formerMac = createHmac('sha256', subkey).update('key').digest()
    expect(ring.mac('idempotency', 'key')).toEqual(formerMac)
    const macs = createSecretKeyring([fresh, old]).macs('idempotency', 'key')
    expect(macs).toEqual([createSecretKeyring([fresh]).mac('idempotency', 'key'), formerMac])
  })

  test('differ by purpose, and do not reveal the key', () => {
    expect(ring.mac('idempotency', 'key')).not.toEqual(ring.mac('form proof', 'key'))
    expect(ring.subkeys('idempotency')[0]).not.toEqual(old)
  })
})

/** Seals as the previous release did: one version byte, and the bytes of SECRET_KEY as the key. */
function sealedByFormerRelease(plain: string, context: string, key: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
  cipher.setAAD(Buffer.concat([Buffer.of(1), Buffer.from(context)]))
  return Buffer.concat([Buffer.of(1), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}
