import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { createServer, type LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchDocument } from './fetch-document.ts'
import { isPublicAddress } from './guarded-lookup.ts'

describe('isPublicAddress', () => {
  test.each([
    '93.184.215.14',
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true))
  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.168.1.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:93.184.215.14',
      '64:ff9b::7f00:1',
      'fc00::1',
      'fd12::1',
      'fe80::1',
    ],
    ...['ff02::1', '2001:db8::1', '2002:7f00:1::1', '2001::1', '::127.0.0.1', 'localhost', ''],
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

/** A server that counts connections, whatever they send. */
let hits = 0
let plainPort = 0
const plain = createServer((socket) => {
  hits += 1
  socket.destroy()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  plainPort = (plain.address() as { port: number }).port
})
afterAll(() => plain.close())

const named = (...addresses: string[]): LookupFunction => {
  let turn = 0
  return (_hostname, options, callback) => {
    const address = addresses[Math.min(turn++, addresses.length - 1)] ?? ''
    const family = address.includes(':') ? 6 : 4
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
}

describe('no connection is made', () => {
  test.each([
    ['a name of this machine', '127.0.0.1'],
    ['a name of this machine as a mapped IPv6 address', '::ffff:127.0.0.1'],
    ["a cloud's metadata address", '169.254.169.254'],
    ['a name of the local network', '10.0.0.1'],
  ])('to %s', async (_, address) => {
    const url = `https://letters.example:${plainPort}/app.json`
    await expect(fetchDocument(url, { lookup: named(address) })).rejects.toThrow('not allowed')
    expect(hits).toBe(0)
  })

  test('to a name with both an allowed and a forbidden address', async () => {
    const lookup: LookupFunction = (_hostname, _options, callback) =>
      callback(null, [
        { address: '93.184.215.14', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    const url = `https://letters.example:${plainPort}/app.json`
    await expect(fetchDocument(url, { lookup })).rejects.toThrow('not allowed')
    expect(hits).toBe(0)
  })

  test('to localhost with the default lookup, or to an IP address', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', '2130706433', '0x7f.1']) {
      const url = `https://${host}:${plainPort}/app.json`
      await expect(fetchDocument(url)).rejects.toThrow(/not allowed|number|query\w+ E/)
    }
    expect(hits).toBe(0)
  })

  test('to the second address of a name that changes: it is resolved once', async () => {
    const resolved: string[] = []
    const changing = named('127.0.0.9', '127.0.0.1')
    const lookup: LookupFunction = (hostname, options, callback) => {
      resolved.push(hostname)
      changing(hostname, options, callback)
    }
    const isAllowed = (address: string) => address === '127.0.0.9'
    const url = `https://letters.example:${plainPort}/app.json`
    await expect(fetchDocument(url, { lookup, isAllowed })).rejects.toThrow()
    expect([hits, resolved]).toEqual([0, ['letters.example']])
  })
})

describe('a document on a public server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-document-'))
  let ca = ''
  let port = 0
  let requests: { url: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = []
  let server: ReturnType<typeof createTlsServer>

  beforeAll(async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ],
        ...['-subj', '/CN=letters.example', '-addext', 'subjectAltName=DNS:letters.example'],
        ...['-keyout', key, '-out', certificate],
      ],
      { stdio: 'ignore' },
    )
    ca = readFileSync(certificate, 'utf8')
    server = createTlsServer({ key: readFileSync(key), cert: ca }, (request, answer) => {
      requests.push({ url: request.url, headers: request.headers })
      const json = { 'content-type': 'application/json', 'cache-control': 'public, max-age=77' }
      if (request.url === '/good') answer.writeHead(200, json).end('{"client_id":"x"}')
      else if (request.url === '/moved')
        answer.writeHead(302, { location: `https://127.0.0.1:${plainPort}/` }).end()
      else if (request.url === '/large') answer.writeHead(200, json).end(`"${'x'.repeat(6_000)}"`)
      else if (request.url === '/page') answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
      else if (request.url === '/endless') {
        answer.writeHead(200, json)
        const more = () =>
          void (answer.write('x'.repeat(1_000)) ? setImmediate(more) : answer.once('drain', more))
        more()
        answer.on('close', () => answer.destroy())
      } else answer.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as { port: number }).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })

  const read = (path: string, trust = ca) => {
    requests = []
    const options = { lookup: named('127.0.0.1'), isAllowed: () => true, ca: trust }
    return fetchDocument(`https://letters.example:${port}${path}`, options)
  }

  test('is read with its cache time, and the request does not identify its sender', async () => {
    expect(await read('/good')).toEqual({ text: '{"client_id":"x"}', maxAgeSeconds: 77 })
    expect(Object.keys(requests[0]?.headers ?? {}).toSorted()).toEqual([
      ...['accept', 'accept-encoding', 'connection', 'host'],
    ])
  })

  test.each([
    ['/moved', 'answers 302'],
    ['/large', 'larger than five kilobytes'],
    ['/endless', 'larger than five kilobytes'],
    ['/page', 'is not JSON'],
    ['/nothing', 'answers 404'],
  ])('at %s is refused: %s', async (path, reason) => {
    await expect(read(path)).rejects.toThrow(reason)
    expect([requests.length, hits]).toEqual([1, 0])
  })

  test('is not read from a server whose certificate has another name', async () => {
    const options = { lookup: named('127.0.0.1'), isAllowed: () => true, ca }
    requests = []
    await expect(fetchDocument(`https://other.example:${port}/good`, options)).rejects.toThrow(/altnames/)
    expect(requests).toEqual([])
  })
})
