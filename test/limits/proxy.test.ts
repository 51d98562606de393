import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

describe('a proxy that TRUSTED_PROXIES', () => {
  const warnings = ({ logged }: TestService) =>
    logged()
      .split('\n')
      .filter((line) => line.includes('TRUSTED_PROXIES'))
  const ask = ({ baseUrl }: TestService, headers: Record<string, string>) =>
    fetch(`${baseUrl}/openapi.json`, { headers }).then((answer) => answer.body?.cancel())

  test.each(['x-forwarded-for', 'forwarded'])(
    'does not name is logged once when it sends %s',
    async (name) => {
      const running = await startTestService()
      await ask(running, {})
      expect(warnings(running)).toEqual([])
      for (let n = 0; n < 3; n += 1) await ask(running, { [name]: '203.0.113.77' })
      const [line = '', ...more] = warnings(running)
      expect(more).toEqual([])
      expect(JSON.parse(line)).toMatchObject({ level: 'warn', proxy: '127.0.0.1' })
      expect(running.logged()).not.toContain('203.0.113.77')
    },
  )

  test('names is not', async () => {
    const running = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' })
    for (const address of ['203.0.113.77', '127.0.0.1']) await ask(running, { 'x-forwarded-for': address })
    expect(warnings(running)).toEqual([])
  })
})

test('the compose file trusts only the gateway of its own network, and is published on this machine only', () => {
  const compose = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8')
  const [, trusted] = /TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-(.*)\}/.exec(compose) ?? []
  const [, subnet = ''] = /subnet: \$\{SUBNET:-([\d.]+)\.0\/24\}/.exec(compose) ?? []
  const [, gateway] = /gateway: (.*)/.exec(compose) ?? []
  expect(trusted).toBe(gateway)
  expect(gateway).toBe(`\${GATEWAY:-${subnet}.1}`)
  expect(compose.match(/- "127\.0\.0\.1:\$\{PORT:-3000\}:3000"/g)).toHaveLength(1)
})
