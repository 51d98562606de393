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
      writable: true,
      migrations: true,
      keys: true,
      data: true,
      accepting: true,
    })
  })

  test('says which version, commit and migration it runs', async () => {
    const answer = await fetch(`${running.url}/version`)
    const [newest] = await running.db.admin<{ name: string }>('select max(name) as name from migration')
    expect(await answer.json()).toEqual({
      version: running.service.version,
      commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
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
    await expect.poll(readiness).toMatchObject({
      code: 503,
      status: 'unavailable',
      database: true,
      keys: false,
    })
    await running.db.admin(`update signing_key set state = 'active' where state = 'retired'`)
    await expect.poll(readiness).toMatchObject({ code: 200, keys: true })
  })

  test('is ready with a full disk of a shared database, and says that writes are refused', async () => {
    const { admin } = running.db
    await admin(`create function refuse() returns trigger language plpgsql as
      $$begin raise exception 'full' using errcode = '53100'; end$$`)
    await admin('create trigger refuse before insert on profile execute function refuse()')
    await admin(`create function refuse_table() returns event_trigger language plpgsql as
      $$begin raise exception 'full' using errcode = '53100'; end$$`)
    await admin(`create event trigger refuse on ddl_command_start when tag in ('CREATE TABLE AS')
      execute function refuse_table()`)
    expect((await account.call('POST', '/profile', { email: 'full@test.test' })).status).toBe(503)
    await expect.poll(readiness).toMatchObject({
      code: 200,
      writable: false,
      reasons: { writable: 'full' },
    })
    await admin('drop event trigger refuse')
    await expect.poll(readiness).toMatchObject({ code: 200, writable: true })
    await admin('drop trigger refuse on profile')
  })

  test('returns 503 on a server that only reads', async () => {
    const name = running.db.connection.database
    const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
    await running.db.admin(`alter database ${name} set default_transaction_read_only = on`)
    await running.db.admin(endOthers)
    await expect.poll(readiness).toMatchObject({
      code: 503,
      database: true,
      reasons: { writable: 'read_only' },
    })
    await running.db.admin(
      `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
    )
    await running.db.admin(endOthers)
    await expect.poll(readiness).toMatchObject({ code: 200, writable: true })
  })

  test('stays ready with damaged data, whose readers get 503, and says so from then on', async () => {
    const { admin } = running.db
    await admin(`create function damage() returns trigger language plpgsql as
      $$begin raise exception 'invalid page' using errcode = 'XX001'; end$$`)
    await admin('create trigger damage before insert on profile execute function damage()')
    const refused = await account.call('POST', '/profile', { email: 'damaged@test.test' })
    expect([refused.status, refused.body.error.code]).toEqual([503, 'data_damaged'])
    expect(refused.headers.get('retry-after')).toBe('300')
    await admin('drop trigger damage on profile')
    await expect.poll(readiness).toMatchObject({ code: 200, data: false, reasons: { data: 'damaged' } })
  })

  async function readiness() {
    const answer = await fetch(`${running.url}/readyz`)
    const body = (await answer.json()) as Record<string, unknown>
    return { ...body, code: answer.status }
  }
})
