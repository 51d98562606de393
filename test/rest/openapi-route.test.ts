import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { openapiDocument } from '../support/openapi-checks.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'
import { startTestService, type TestService } from '../support/service.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService({ AUTH_URL: 'https://sign-in.test', REGIONS: '' })
})

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${running.baseUrl}/openapi.json`, { method, headers })

describe('GET /openapi.json', () => {
  test('200 without a token, for any origin, with a short cache lifetime', async () => {
    const answer = await get({ origin: 'https://anywhere.example.com' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
  })

  test('200 with the operations of this service, its addresses and its authorization server', async () => {
    const document = (await (await get()).json()) as ReturnType<typeof openapiDocument>
    expect(Object.keys(document.paths)).toEqual(Object.keys(openapiDocument().paths))
    expect(document.servers[0]?.url).toBe(running.baseUrl)
    expect(document.servers.map((server) => server.url)).toContain('https://eu.example.com/api/v4')
    expect(JSON.stringify(document.components.securitySchemes)).toContain('https://sign-in.test/oauth/token')
  })

  test('ignores the Host header', { tags: 'long' }, async () => {
    const target = `${new URL(running.baseUrl).pathname}/openapi.json`
    const answer = await sendRaw(running.url, requestHead('GET', target, { host: 'evil.test' }))
    expect(answer.status).toBe(200)
    expect(answer.body).not.toContain('evil.test')
  })

  test('304 for a matching ETag, 200 for another', async () => {
    const tag = (await get()).headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const answer = await get({ 'if-none-match': known })
      expect([answer.status, await answer.text()], known).toEqual([304, ''])
      expect(answer.headers.get('etag')).toBe(tag)
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('is compressed on request, with the same content', { tags: 'long' }, async () => {
    const target = `${new URL(running.baseUrl).pathname}/openapi.json`
    const plain = await (await get({ 'accept-encoding': 'identity' })).text()
    const head = await get({ 'accept-encoding': 'gzip' }, 'HEAD')
    expect(head.headers.get('content-encoding')).toBe('gzip')
    const packed = await get({ 'accept-encoding': 'gzip' })
    expect(await packed.text()).toBe(plain)
    const refused = await sendRaw(running.url, requestHead('GET', target, { 'accept-encoding': 'gzip;q=0' }))
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  test('405 for other methods, with any kind of body too', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(`${running.baseUrl}/openapi.json`, {
        method,
        body: '{',
        headers: { 'content-type': 'application/json' },
      })
      const text = await answer.text()
      expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'GET, HEAD'])
      expectEnvelope({ status: answer.status, text, body: JSON.parse(text) }, method)
    }
  })

  test('406 if JSON is not accepted', { tags: 'long' }, async () => {
    expect((await get({ accept: 'application/yaml' })).status).toBe(406)
  })
})
