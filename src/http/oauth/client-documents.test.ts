import { describe, expect, test } from 'vitest'
import { noLimits } from '../../contract/limits.ts'
import { openLimits } from '../../platform/limits.ts'
import { type ClientDocumentSettings, createFindClientDocument } from './client-documents.ts'

const id = 'https://letters.example/app.json'
const failing = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {})

/** A cached lookup with its own clock, and the response that every URL gives. */
function openReader(limits: ClientDocumentSettings['limits'] = noLimits) {
  let now = 0
  const server = { response: undefined as Error | string | undefined, requests: [] as string[] }
  const find = createFindClientDocument({
    fetchDocument: async (address) => {
      server.requests.push(address)
      if (server.response instanceof Error) throw server.response
      return { text: server.response ?? documentAt(address), maxAgeSeconds: 300 }
    },
    clock: () => new Date(now),
    limits,
    onRejected: () => {},
  })
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  return { find, server, pass }
}

function documentAt(client_id: string, redirect_uris = ['https://letters.example/back']): string {
  return JSON.stringify({ client_id, redirect_uris })
}

describe('an app whose cached document is stale', () => {
  test.each([
    ['its server is down', failing('connect', 'ECONNREFUSED')],
    ['its server has an error', failing('answers 503')],
  ])('is valid for another day while %s, with one fetch a minute', async (_, failure) => {
    const { find, server, pass } = openReader()
    expect(await find(id)).toBeDefined()
    server.response = failure
    pass(301)
    expect([await find(id), await find(id)]).toEqual([expect.anything(), expect.anything()])
    expect(server.requests).toHaveLength(2)
    pass(86_000)
    expect(await find(id)).toBeDefined()
    pass(500)
    expect(await find(id)).toBeUndefined()
    server.response = undefined
    pass(61)
    expect(await find(id)).toBeDefined()
  })

  test.each([
    ['is gone', failing('answers 404')],
    ['is at an address that is not public', failing('is at an address that is not public')],
    ['is invalid', '{}'],
    ['has other redirect URIs', documentAt(id, ['http://evil.example/'])],
  ])('is unknown when it %s', async (_, answer) => {
    const { find, server, pass } = openReader()
    expect(await find(id)).toBeDefined()
    server.response = answer
    pass(301)
    expect(await find(id)).toBeUndefined()
  })

  test('is fetched again even if the limit on new documents is reached', async () => {
    const { find, server, pass } = openReader(openLimits({ burst: 50, perSecond: 10 }))
    expect(await find(id, '198.51.100.1')).toBeDefined()
    for (let number = 0; number < 20; number += 1) await find(`${id}?${number}`, '192.0.2.1')
    const requestCount = server.requests.length
    expect(requestCount).toBe(11)
    pass(301)
    expect(await find(id, '192.0.2.1')).toBeDefined()
    expect(server.requests.slice(requestCount)).toEqual([id])
  })
})

test('many rejected documents do not evict a valid one', async () => {
  const { find, server } = openReader()
  await find(id)
  server.response = failing('answers 404')
  for (let number = 0; number < 1_200; number += 1) await find(`https://junk.example/${number}`)
  expect(await find(id)).toBeDefined()
})

describe('one network that requests documents without end', () => {
  test('does not use up the fetches of other networks, for all hosts or for one', async () => {
    const { find } = openReader(openLimits({ burst: 50, perSecond: 10 }))
    for (let number = 0; number < 500; number += 1) {
      await find(`https://host${number}.junk.example/app`, '192.0.2.1')
      await find(`https://letters.example/${number}`, '192.0.2.2')
      await find(`https://letters.example/${number}`, '2001:db8::1')
    }
    expect(await find('https://letters.example/mine', '192.0.2.2')).toBeUndefined()
    expect(await find('https://letters.example/mine', '198.51.100.1')).toBeDefined()
    expect(await find('https://letters.example/yours', undefined)).toBeDefined()
  })
})
