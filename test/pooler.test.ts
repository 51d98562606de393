import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { withShell } from '../scripts/administration/shell.ts'
import { verifyAudit } from '../scripts/administration/verify.ts'
import { configOf } from './support/backups.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { type Pooler, pgbouncer, startPgbouncer } from './support/pgbouncer.ts'
import { cleanUp, newDataDir } from './support/process.ts'
import { freePort, startTestService, type TestService } from './support/service.ts'
import { newEmail } from './support/test-rows.ts'

afterAll(cleanUp)

if (pgbouncer === undefined) console.warn('Skipped: PgBouncer is not installed on this machine')

/** `npm run drill -- pooler` sends the tests of REST through it. */
describe.skipIf(pgbouncer === undefined)('PgBouncer in transaction mode', () => {
  let db: TestDatabase
  let pooler: Pooler
  let one: TestService
  let two: TestService
  const through = (address: string) => {
    const url = new URL(address)
    url.searchParams.delete('host')
    url.hostname = '127.0.0.1'
    url.port = String(pooler.port)
    return url.href
  }
  const pooled = () => ({
    DATABASE_URL: through(db.url),
    DATABASE_DIRECT_URL: db.url,
    DATABASE_POOLER: 'transaction',
    SECRET_KEY: 'A'.repeat(43),
  })

  beforeAll(async () => {
    db = await createTestDatabase()
    pooler = await startPgbouncer(inject('testServer'), { port: await freePort() })
    one = await startTestService(pooled(), { db })
    two = await startTestService(pooled(), { db })
  })
  afterAll(() => pooler?.stop())

  const both = 'two instances read and write at the same time over four shared connections'
  test(both, () => readAndWrite(20))
  test(`${both}, for sixty people`, { tags: 'long' }, () => readAndWrite(60))

  async function readAndWrite(count: number): Promise<void> {
    const account = await one.account()
    const other = await two.account()
    const people = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const { call } = index % 2 ? account : other
        const made = await call('POST', '/profile', { firstName: 'Ada', email: newEmail() })
        expect(made.status, made.text).toBe(201)
        const { id } = made.body.profile
        expect((await call('GET', `/profile/${id}`)).body.profile.id).toBe(id)
        expect((await call('GET', '/profiles?search=Ada')).status).toBe(200)
        expect((await call('PATCH', `/profile/${id}`, { lastName: 'Lovelace' })).status).toBe(200)
        return id
      }),
    )
    expect(new Set(people).size).toBe(count)
    const ofAccount = (await account.call('GET', '/profiles?limit=100')).body.profiles
    expect(ofAccount).toHaveLength(count / 2)
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
    const { accounts } = await withShell(
      configOf({ ...pooled(), DATA_DIR: newDataDir() }),
      { mayCreate: false },
      ({ database, secretKey }) => verifyAudit({ database, secretKey }, newDataDir()),
    )
    expect(accounts.flatMap(({ faults }) => faults)).toEqual([])
  }

  test('leaves no setting, no role and no prepared statement in the shared connections', async () => {
    const client = new pg.Client(through(db.url))
    await client.connect()
    try {
      for (let look = 0; look < 8; look += 1) {
        const { rows } = await client.query(
          `select current_user as login, current_setting('statement_timeout') as limit,
              current_setting('app.account', true) as account, (select count(*)::int from pg_prepared_statements) as prepared`,
        )
        expect(rows).toEqual([
          { login: 'timbre_runtime', limit: '0', account: expect.toBeOneOf([null, '']), prepared: 0 },
        ])
      }
      // Outside of a transaction that has chosen a role the login may read nothing.
      await expect(client.query('select from profile')).rejects.toThrow('permission denied')
    } finally {
      await client.end()
    }
  })

  test('is refused with one line unless DATABASE_POOLER says so', async () => {
    // Beside other clients, one statement and the next go to different sessions of the server.
    const others = Array.from({ length: 3 }, () => new pg.Client({ connectionString: through(db.url) }))
    await Promise.all(others.map((other) => other.connect()))
    let isOver = false
    const busy = others.map(async (other) => {
      while (!isOver) await other.query('select 1')
      await other.end()
    })
    const { DATABASE_POOLER: _, DATABASE_DIRECT_URL: __, ...unsaid } = pooled()
    await expect(startTestService(unsaid, { db })).rejects.toThrow(
      /^DATABASE_URL leads through a connection pooler in transaction mode\. Set DATABASE_POOLER=transaction/,
    )
    isOver = true
    await Promise.all(busy)
  })

  test('needs a login that owns nothing', async () => {
    const asOwner = { ...pooled(), DATABASE_URL: through(db.ownerUrl), DATABASE_DIRECT_URL: db.ownerUrl }
    await expect(startTestService(asOwner, { db })).rejects.toThrow(
      /^With DATABASE_POOLER the login timbre of DATABASE_URL may own nothing/,
    )
  })

  test('session mode needs no setting', { tags: 'long' }, async () => {
    const session = await startPgbouncer(inject('testServer'), {
      ...{ mode: 'session', size: 20 },
      port: await freePort(),
    })
    try {
      const url = new URL(through(db.url))
      url.port = String(session.port)
      const service = await startTestService({ DATABASE_URL: url.href, SECRET_KEY: 'A'.repeat(43) }, { db })
      const { call } = await service.account()
      expect((await call('POST', '/profile', { firstName: 'Ada' })).status).toBe(201)
      await service.service.stop()
    } finally {
      await session.stop()
    }
  })
})
