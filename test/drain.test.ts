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
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { database: true, accepting: false }])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/startupz`)).status).toBe(200)
  const read = await call('GET', '/account')
  expect([read.status, read.headers.get('connection')]).toEqual([200, 'close'])
  const written = await call('POST', '/profile', { email: 'last@test.test' })
  expect([written.body.profile.email, written.headers.get('connection')]).toEqual(['last@test.test', 'close'])
  const page = await fetch(`${url}/docs`)
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
  expect(hasStopped).toBe(false)

  expect(await stopping).toEqual([])
  expect(await service.stop()).toEqual([])
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})
