import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { seal, UnsealError, unseal } from './seal.ts'

const key = randomBytes(32)

describe('seal', () => {
  test('opens to the same text under the same key and context', () => {
    const text = 'tmb_link_… für Noor'
    expect(unseal(seal(text, key, 'outbox:1'), key, 'outbox:1').toString('utf8')).toBe(text)
  })

  test('opens to the same bytes, also to none', () => {
    const bytes = randomBytes(500)
    expect(unseal(seal(bytes, key, 'k'), key, 'k').equals(bytes)).toBe(true)
    expect(unseal(seal('', key, 'k'), key, 'k').length).toBe(0)
  })

  test('never gives the same bytes twice and does not show the text', () => {
    const [first, second] = [seal('plain words', key, 'k'), seal('plain words', key, 'k')]
    expect(first.equals(second)).toBe(false)
    expect(first.includes('plain')).toBe(false)
  })

  test('names the context and the key when the key is another one', () => {
    const sealed = seal('text', key, 'signing_key:a')
    expect(() => unseal(sealed, randomBytes(32), 'signing_key:a')).toThrow(UnsealError)
    expect(() => unseal(sealed, randomBytes(32), 'signing_key:a')).toThrow(/signing_key:a.*SECRET_KEY/)
  })

  test('does not open in another place', () => {
    expect(() => unseal(seal('text', key, 'outbox:1'), key, 'outbox:2')).toThrow(UnsealError)
  })

  test('does not open when any single byte was changed', () => {
    const sealed = seal('text', key, 'k')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => unseal(changed, key, 'k')).toThrow(UnsealError)
    }
  })

  test('does not open when it was cut', () => {
    const sealed = seal('text', key, 'k')
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => unseal(sealed.subarray(0, length), key, 'k')).toThrow(UnsealError)
    }
  })

  test('refuses a key of the wrong length', () => {
    expect(() => seal('text', randomBytes(16), 'k')).toThrow('SECRET_KEY must be 32 bytes, not 16')
  })
})
