import type { LookupFunction } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebhookCaller, openedNetworks } from './webhook-request.ts'

/** Counts connections, whatever they send. */
let hits = 0
let port = 0
const server = createServer((socket) => {
  hits += 1
  socket.on('error', () => {})
  socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\ncontent-length: 2\r\n\r\nno')
})
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  port = (server.address() as { port: number }).port
})
afterAll(() => server.close())

const resolving =
  (...addresses: string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) callback(null, all)
    else callback(null, addresses[0] ?? '', all[0]?.family)
  }

const call = (url: string, privateNetworks: string[] = [], lookup?: LookupFunction) =>
  createWebhookCaller({ privateNetworks, ...(lookup && { lookup }) })({ url, headers: {}, body: '{}' })

describe('a request to an endpoint', () => {
  test.each([
    'http://127.0.0.1',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://127.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[64:ff9b::7f00:1]',
    'https://169.254.169.254',
    'https://10.0.0.1',
    'https://192.168.1.1',
    'https://0.0.0.0',
  ])('never connects to %s', async (origin) => {
    const before = hits
    expect(await call(`${origin}:${port}/`)).toMatchObject({ status: null, error: 'address not allowed' })
    expect(hits).toBe(before)
  })

  test.each([
    [['127.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['169.254.169.254']],
  ])('never connects where a name leads to %j', async (addresses) => {
    const before = hits
    const answer = await call(`https://rebound.example:${port}/`, [], resolving(...addresses))
    expect(answer.error).toBe('address not allowed')
    expect(hits).toBe(before)
  })

  test('connects to a network that the operator has opened, and to no other one; follows no redirect', async () => {
    const opened = await call(`http://127.0.0.1:${port}/`, ['127.0.0.0/8'])
    expect(opened).toMatchObject({ status: 302, error: null, excerpt: 'no' })
    expect(
      await call(`http://inside.example:${port}/`, ['127.0.0.0/8'], resolving('127.0.0.1')),
    ).toMatchObject({
      status: 302,
    })
    const before = hits
    expect((await call(`http://127.0.0.1:${port}/`, ['10.0.0.0/8'])).error).toBe('address not allowed')
    expect((await call('http://public.example/', ['10.0.0.0/8'], resolving('93.184.215.14'))).error).toBe(
      'address not allowed',
    )
    expect(hits).toBe(before)
  })
})

describe('opened networks', () => {
  test.each([
    [['0.0.0.0/0'], '127.0.0.1', false],
    [['0.0.0.0/0'], '169.254.169.254', false],
    [['0.0.0.0/0'], '10.1.2.3', true],
    [['::/0'], '::1', false],
    [['::/0'], 'fe80::1', false],
    [['127.0.0.1'], '127.0.0.1', true],
    [['127.0.0.1'], '127.0.0.2', false],
    [['fd12::/48'], 'fd12::7', true],
  ])('of %j contain %s: %s', (networks, address, isOpened) => {
    expect(openedNetworks(networks)(address)).toBe(isOpened)
  })
})
