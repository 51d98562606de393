import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

/** Headers that proxies, tunnels and clouds add to requests. */
const marks: Record<string, string> = {
  forwarded: 'for=198.51.100.1',
  'x-forwarded-for': '198.51.100.1',
  'x-forwarded-host': 'timbre.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-anything': '1',
  'x-real-ip': '198.51.100.1',
  via: '1.1 proxy',
  'cf-connecting-ip': '198.51.100.1',
  'cf-ray': '1',
  'cdn-loop': 'cloudflare',
  'true-client-ip': '198.51.100.1',
  'x-client-ip': '198.51.100.1',
  'x-cluster-client-ip': '198.51.100.1',
  'fastly-client-ip': '198.51.100.1',
  'fly-client-ip': '198.51.100.1',
  'x-original-host': 'timbre.example',
  'x-envoy-external-address': '198.51.100.1',
  'x-azure-clientip': '198.51.100.1',
}

describe('a request forwarded by a proxy', () => {
  let running: TestService
  let trusting: TestService
  let link = ''
  beforeAll(async () => {
    running = await startTestService()
    trusting = await startTestService({ TRUSTED_PROXIES: '127.0.0.1,::1' })
    await running.account({ owner: 'ada@test.test' })
    link = new URL(running.service.createSignInLink('ada@test.test') ?? '').pathname
  })

  /** Sends a request under a local name, as many proxies write it into the `Host` header. */
  const ask = (path: string, headers: Record<string, string>, { method = 'GET', at = running } = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const outgoing = request(
        at.url + path,
        { method, headers: { accept: 'text/html', ...headers } },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part) => parts.push(part))
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end()
    })

  test.each(Object.entries(marks))(
    'with %s gets 403 for the mailbox and the one-time link',
    async (name, value) => {
      for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/hooks', link]) {
        const { status, text } = await ask(path, { [name]: value })
        expect(status, path).toBe(403)
        expect(text).not.toMatch(/ada@test\.test|at \/|node:/)
      }
      expect((await ask(link, { [name]: value }, { method: 'POST' })).status).toBe(403)
    },
  )

  test('gets 403 if its proxy is trusted, too', async () => {
    expect((await ask('/dev/mailbox', { 'x-forwarded-for': '127.0.0.1' }, { at: trusting })).status).toBe(403)
  })

  test('gets every other page, and without such a header the mailbox and the link open', async () => {
    expect((await ask('/sign-in', { 'x-forwarded-for': '198.51.100.1' })).status).toBe(200)
    expect((await ask('/dev/mailbox', {})).status).toBe(200)
    expect((await ask(link, {})).status).toBe(200)
    expect((await ask(link, { origin: running.url }, { method: 'POST' })).status).toBe(303)
  })
})
