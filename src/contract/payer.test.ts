import { expect, test } from 'vitest'
import { networkFor, networkOf } from './payer.ts'

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
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toEqual({ kind: 'network', key: network })
})

test('a claimed name is counted separately for each network', () => {
  const keys = ['192.0.2.7', '192.0.2.8'].map(
    (address) => networkFor(networkOf(address), 'ada@example.com').key,
  )
  expect(new Set(keys).size).toBe(2)
})
