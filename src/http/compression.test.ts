import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { markForCompression, registerCompression } from './compression.ts'

/** An app with a page made once and one made for each reader; `sent` has what was handed to the connection. */
function app() {
  const sent: unknown[] = []
  const once = { html: 'the same for every reader '.repeat(2_000) }
  const server = fastify()
  registerCompression(server)
  server.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload)
    return payload
  })
  server.get('/once', async (_request, reply) => markForCompression(reply, once).send(once.html))
  server.get('/each', async (_request, reply) => {
    const page = { html: once.html }
    return markForCompression(reply, page).send(page.html)
  })
  const ask = (url: string, accepted: string) =>
    server.inject({ url, headers: { 'accept-encoding': accepted } })
  return { ask, sent, text: once.html }
}

describe('a compressed answer', () => {
  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ] as const)(
    'for a reader that accepts %s is %s and holds the whole text',
    async (accepted, encoding, open) => {
      const { ask, text } = app()
      const answer = await ask('/each', accepted)
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(open(answer.rawPayload).toString()).toBe(text)
    },
  )

  test('is left as it is for a reader that accepts none', async () => {
    const { ask, text } = app()
    const answer = await ask('/each', 'identity')
    expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, text])
  })

  test('is made once for a page that is made once, for readers at the same time too, and never kept of another', async () => {
    const { ask, sent } = app()
    await Promise.all(Array.from({ length: 16 }, () => ask('/once', 'br')))
    await ask('/once', 'br')
    expect(sent).toHaveLength(17)
    expect(new Set(sent).size).toBe(1)
    await Promise.all([ask('/each', 'br'), ask('/each', 'br')])
    expect(new Set(sent).size).toBe(3)
  })
})
