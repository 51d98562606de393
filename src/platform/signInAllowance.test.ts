import { describe, expect, test } from 'vitest'
import { networkOf, signInAllowances } from './signInAllowance.ts'

describe('networkOf', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('signInAllowances', () => {
  test('counts the addresses of one IPv6 network together', () => {
    const { takeTry } = signInAllowances(true)
    for (let n = 0; n < 60; n += 1) expect(takeTry(undefined, `2001:db8::${n}`)?.isWithin).toBe(true)
    expect(takeTry(undefined, '2001:db8::ffff')?.isWithin).toBe(false)
    expect(takeTry(undefined, '2001:db8:0:1::1')?.isWithin).toBe(true)
  })

  test('gives a right try back', () => {
    const { takeTry, giveTryBack } = signInAllowances(true)
    for (let n = 0; n < 100; n += 1) {
      expect(takeTry('ada@example.com', '192.0.2.7')?.isWithin).toBe(true)
      giveTryBack('ada@example.com', '192.0.2.7')
    }
  })

  test('takes nothing from an address whose network has nothing left', () => {
    const { takeCode } = signInAllowances(true)
    for (let n = 0; n < 120; n += 1) takeCode(`${n}@example.com`, '192.0.2.7')
    for (let n = 0; n < 30; n += 1) expect(takeCode('ada@example.com', '192.0.2.7')?.isWithin).toBe(false)
    expect(takeCode('ada@example.com', '192.0.2.8')?.isWithin).toBe(true)
  })

  test('limits nothing where limits are off', () => {
    const { takeCode, takeTry, takeChallenge } = signInAllowances(false)
    expect([takeCode('a', 'b'), takeTry('a', 'b'), takeChallenge('b')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
