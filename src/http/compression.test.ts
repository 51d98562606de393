import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { markForCompression, registerCompression } from './compression.ts'

/** An app with a static page and a dynamic one. `sent` has the payloads after compression. */
function app() {
  const sent: unknown[] = []
  const staticPage = { html: 'the same for every reader '.repeat(2_000) }
  const server = fastify()
  registerCompression(server)
  server.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload)
    return payload
  })
  server.get('/static', async (_request, reply) =>
    markForCompression(reply, staticPage).send(staticPage.html),
  )
  server.get('/dynamic', async (_request, reply) => {
    const page = { html: staticPage.html }
    return markForCompression(reply, page).send(page.html)
  })
  const request = (url: string, accepted: string) =>
    server.inject({ url, headers: { 'accept-encoding': accepted } })
  return { request, sent, text: staticPage.html }
}

describe('a compressed response', () => {
  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ] as const)('for clients that accept %s is %s and has the whole text', async (accepted, encoding, open) => {
    const { request, text } = app()
    const response = await request('/dynamic', accepted)
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(open(response.rawPayload).toString()).toBe(text)
  })

  test('stays uncompressed for clients that accept no encoding', async () => {
    const { request, text } = app()
    const response = await request('/dynamic', 'identity')
    expect([response.headers['content-encoding'], response.body]).toEqual([undefined, text])
  })

  test('is created once for a static page, also with concurrent requests, and never cached for other pages', async () => {
    const { request, sent } = app()
    await Promise.all(Array.from({ length: 16 }, () => request('/static', 'br')))
    await request('/static', 'br')
    expect(sent).toHaveLength(17)
    expect(new Set(sent).size).toBe(1)
    await Promise.all([request('/dynamic', 'br'), request('/dynamic', 'br')])
    expect(new Set(sent).size).toBe(3)
  })
})
