import { expect, test } from 'vitest'
import { startTestService } from './support/service.ts'

test('a service that stops is no longer ready, still answers while it drains, and closes each connection', async () => {
  const { url, service, account } = await startTestService({ DRAIN_SECONDS: '3' })
  const { call } = await account()
  expect((await fetch(`${url}/startupz`)).status).toBe(200)
  const before = await call('GET', '/account')
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive'])

  let hasStopped = false
  const stopping = service.stop().then((cut) => {
    hasStopped = true
    return cut
  })
  const [ready, health, startup, read, written, page] = await Promise.all([
    fetch(`${url}/readyz`),
    fetch(`${url}/healthz`),
    fetch(`${url}/startupz`),
    call('GET', '/account'),
    call('POST', '/profile', { email: 'last@test.test' }),
    fetch(`${url}/docs/events`),
  ])
  expect(hasStopped).toBe(false)
  expect([ready.status, await ready.json()]).toMatchObject([503, { database: true, accepting: false }])
  expect([health.status, startup.status]).toEqual([200, 200])
  expect([read.status, read.headers.get('connection')]).toEqual([200, 'close'])
  expect([written.body.profile.email, written.headers.get('connection')]).toEqual(['last@test.test', 'close'])
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])

  expect(await stopping).toEqual([])
  expect(await service.stop()).toEqual([])
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})
