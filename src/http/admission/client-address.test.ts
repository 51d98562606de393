import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createClientAddress } from './client-address.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

test.each([
  ['no proxy is trusted', [], '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['the connection is not from a proxy', ['10.0.0.0/8'], '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['a proxy names the client', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['a client has invented an address', ['10.0.0.0/8'], '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['two proxies follow', ['10.0.0.0/8', '::1'], '::1', '198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['a proxy names nothing', ['127.0.0.1'], '127.0.0.1', undefined, '127.0.0.1'],
  ['a proxy names nonsense', ['127.0.0.1'], '127.0.0.1', 'unknown', '127.0.0.1'],
])('the address of the client when %s', (_, proxies, connection, forwarded, expected) => {
  expect(createClientAddress(proxies)(request(connection, forwarded))).toBe(expected)
})
