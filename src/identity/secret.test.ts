import { describe, expect, test } from 'vitest'
import { accountOfSecret, hashSecret, newAccountSecret, newSecret, sameHash } from './secret.ts'

const account = '0123456789abcdef01234567'

describe('newSecret', () => {
  test('is its prefix and 256 random bits in base64url', () => {
    expect(newSecret('tmb_secret_')).toMatch(/^tmb_secret_[\w-]{43}$/)
    expect(Buffer.from(newSecret('tmb_secret_').slice(11), 'base64url')).toHaveLength(32)
  })
  test('is unique', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newSecret('tmb_link_'))).size).toBe(1000)
  })
})

describe('newAccountSecret', () => {
  test('contains its account, readable only with its prefix', () => {
    const secret = newAccountSecret('tmb_link_', account)
    expect(accountOfSecret('tmb_link_', secret)).toBe(account)
    expect(accountOfSecret('tmb_take_', secret)).toBeUndefined()
  })
  test('has 256 random bits after the account', () => {
    const [one, other] = [newAccountSecret('tmb_take_', account), newAccountSecret('tmb_take_', account)]
    expect(one.slice(0, 25)).toBe(other.slice(0, 25))
    expect(Buffer.from(one.slice(9), 'base64url')).toHaveLength(44)
    expect(one).not.toBe(other)
  })
})

describe('accountOfSecret', () => {
  const secret = newAccountSecret('tmb_link_', account)
  test.each([
    [''],
    ['tmb_link_'],
    [secret.slice(0, -2)],
    [`${secret}AA`],
    [newSecret('tmb_link_')],
    [` ${secret}`],
  ])('finds no account in %j', (text) => expect(accountOfSecret('tmb_link_', text)).toBeUndefined())
})

describe('a stored hash', () => {
  test('is SHA-256 and deterministic', () => {
    expect(hashSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
  test('equals only itself, and hashes of different length compare without an error', () => {
    expect(sameHash(hashSecret('a'), hashSecret('a'))).toBe(true)
    expect(sameHash(hashSecret('a'), hashSecret('b'))).toBe(false)
    expect(sameHash(hashSecret('a'), Buffer.alloc(0))).toBe(false)
  })
})
