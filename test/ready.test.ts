import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestAccount, type TestService } from './support/service.ts'

describe('a service that has just started', () => {
  let running: TestService
  let account: TestAccount
  beforeAll(async () => {
    running = await startTestService()
    account = await running.account()
  })

  test('reports ready', async () => {
    const answer = await fetch(`${running.url}/readyz`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      status: 'ok',
      database: true,
      migrations: true,
      keys: true,
      accepting: true,
    })
  })

  test('says which version and migration it runs', async () => {
    const answer = await fetch(`${running.url}/version`)
    const [newest] = await running.db.admin<{ name: string }>('select max(name) as name from migration')
    expect(await answer.json()).toEqual({
      version: running.service.version,
      migration: newest?.name.replace('.sql', ''),
    })
  })

  test('returns 200 for a token on GET /test', async () => {
    const answer = await account.call('GET', '/test')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ code: 200, status: 'success', data: { message: expect.any(String) } })
  })

  test('returns 503 and the missing part without the signing key', async () => {
    await running.db.admin(`update signing_key set state = 'retired' where state = 'active'`)
    const answer = await fetch(`${running.url}/readyz`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ status: 'unavailable', database: true, keys: false })
    await running.db.admin(`update signing_key set state = 'active' where state = 'retired'`)
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  })

  test('has started once it was ready, also when it no longer is', async () => {
    const started = await startTestService()
    const startup = async () => (await fetch(`${started.url}/startupz`)).status
    await started.db.admin(`update signing_key set state = 'retired' where state = 'active'`)
    expect(await startup()).toBe(503)
    await started.db.admin(`update signing_key set state = 'active' where state = 'retired'`)
    expect(await startup()).toBe(200)
    await started.db.admin(`update signing_key set state = 'retired' where state = 'active'`)
    expect((await fetch(`${started.url}/readyz`)).status).toBe(503)
    expect(await startup()).toBe(200)
  })
})
