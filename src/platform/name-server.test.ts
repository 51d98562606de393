import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchDocument } from './fetch-document.ts'
import { lookUpTxtAtNameServer, lookupAtNameServer } from './name-server.ts'

/** A name server that has IPv4 addresses only, and doesn't respond to names that begin with `silent`. */
const nameServer = createSocket('udp4')
const book: Record<string, number[][]> = {
  'one.example': [[93, 184, 215, 14]],
  'two.example': [
    [93, 184, 215, 14],
    [10, 0, 0, 1],
  ],
  'inside.example': [[127, 0, 0, 1]],
}

function respondTo(query: Buffer): Buffer | undefined {
  const labels: string[] = []
  let offset = 12
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.subarray(offset + 1, offset + 1 + length).toString())
    offset += length + 1
  }
  if (labels[0] === 'silent') return undefined
  if (query.readUInt16BE(offset + 1) === 16) return textResponse(query, offset, labels.join('.'))
  const isForIPv4 = query.readUInt16BE(offset + 1) === 1
  const addresses = isForIPv4 ? (book[labels.join('.').toLowerCase()] ?? []) : []
  const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0])
  query.copy(header, 0, 0, 2)
  const records = addresses.map((bytes) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...bytes]))
  return Buffer.concat([header, query.subarray(12, offset + 5), ...records])
}

/** One record in two strings, for one name. */
function textResponse(query: Buffer, offset: number, name: string): Buffer {
  const strings = name === '_timbre.one.example' ? ['timbre-', 'domain=abc'] : []
  const data = Buffer.concat(strings.map((text) => Buffer.from([text.length, ...Buffer.from(text)])))
  const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, strings.length > 0 ? 1 : 0, 0, 0, 0, 0])
  query.copy(header, 0, 0, 2)
  const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, data.length, ...data])
  return Buffer.concat([header, query.subarray(12, offset + 5), ...(data.length > 0 ? [record] : [])])
}

beforeAll(async () => {
  nameServer.on('message', (query, from) => {
    const response = respondTo(query)
    if (response) nameServer.send(response, from.port, from.address)
  })
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve))
})
afterAll(() => nameServer.close())

const lookup = (timeoutMilliseconds = 2_000) =>
  lookupAtNameServer({ servers: [`127.0.0.1:${nameServer.address().port}`], timeoutMilliseconds })
const allOf = (name: string, timeoutMilliseconds?: number) =>
  new Promise((resolve, reject) =>
    lookup(timeoutMilliseconds)(name, { all: true }, (error, found) =>
      error ? reject(error) : resolve(found),
    ),
  )

test('all addresses of a name are found, or one if one is requested', async () => {
  expect(await allOf('two.example')).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ])
  const one = await new Promise((resolve) =>
    lookup()('one.example', {}, (_error, address, family) => resolve([address, family])),
  )
  expect(one).toEqual(['93.184.215.14', 4])
})

test('an unknown name, and one whose server does not respond, have none', async () => {
  await expect(allOf('nobody.example')).rejects.toMatchObject({ code: 'ENODATA' })
  await expect(allOf('silent.example', 50)).rejects.toMatchObject({ code: 'ETIMEOUT' })
})

test.each(['two.example', 'inside.example', 'localhost'])('no document is read at %s', async (name) => {
  const reading = fetchDocument(`https://${name}/app.json`, { lookup: lookup() })
  await expect(reading).rejects.toThrow(/not allowed|ENODATA|ENOTFOUND/)
})

test('a TXT record in several strings is one text; a name without records has none', async () => {
  const servers = [`127.0.0.1:${nameServer.address().port}`]
  const lookUp = lookUpTxtAtNameServer({ servers, timeoutMilliseconds: 200 })
  expect(await lookUp('_timbre.one.example')).toEqual(['timbre-domain=abc'])
  expect(await lookUp('_timbre.two.example')).toEqual([])
  await expect(lookUp('silent.example')).rejects.toThrow()
})
