import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hashKeys } from '../../src/domain/idempotency/idempotent-run.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { comparable, expectEnvelope } from '../support/envelope.ts'
import {
  type Answer,
  callAs,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { changedRows, openTables, type Tables } from '../support/tables.ts'
import { newEmail } from '../support/test-rows.ts'

/** Two processes of one service, with one database and one SECRET_KEY. */
let here: TestService
let other: TestService
let tables: Tables
let account: TestAccount
let there: TestAccount['call']
const secretKey = randomBytes(32)
beforeAll(async () => {
  const shared = { SECRET_KEY: secretKey.toString('base64url') }
  // A request waits ten seconds for a lock.
  const options = { databasePatience: 5 }
  here = await startTestService(shared, options)
  other = await startTestService({ ...shared, DATABASE_URL: here.db.url }, options)
  tables = await openTables(here.db)
  account = await here.account()
  there = callAs(other.baseUrl, await signIn(other.baseUrl, account))
})

const holders: pg.Client[] = []
afterEach(async () => {
  await Promise.all(holders.splice(0).map((client) => client.end()))
})

/** Runs a statement in a transaction that stays open, with its locks, until released. */
async function hold(text: string, values: unknown[]): Promise<() => Promise<unknown>> {
  const client = new pg.Client(here.db.connection)
  client.on('error', () => {})
  holders.push(client)
  await client.connect()
  await client.query('begin')
  await client.query(text, values)
  return () => client.query('rollback')
}

const holdProfile = (id: string) => hold('select 1 from profile where id = $1 for update', [id])
const holdKey = (key: string, { id: accountId, clientId } = account) => {
  const [{ lock }] = hashKeys({
    accountId,
    clientId,
    key,
    canonicalRequest: '',
    secretKey: createSecretKeyring([secretKey]),
  })
  return hold('select pg_advisory_xact_lock($1)', [String(lock)])
}

const many = (count: number, ask: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, ask))
const newProfile = async () => {
  const email = newEmail()
  const { body } = await account.call('POST', '/profile', { email })
  return { id: String(body.profile.id), email }
}
const withKey = (key: string) => ({ 'idempotency-key': key })

function expectOneEffect(answers: readonly Answer[], status: number): void {
  expect(new Set(answers.map((answer) => `${answer.status} ${comparable(answer.text)}`)).size).toBe(1)
  expect(answers[0]?.status, answers[0]?.text).toBe(status)
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
}

describe('one key in two processes', () => {
  test.each([8])('%i concurrent requests in each: one profile, equal answers', sendInBoth)
  test.each([25])('%i concurrent requests in each: one profile', { tags: 'long' }, sendInBoth)

  async function sendInBoth(count: number): Promise<void> {
    const email = newEmail()
    const headers = withKey(newPublicId())
    const answers = await Promise.all([
      many(count, () => account.call('POST', '/profile', { email }, headers)),
      many(count, () => there('POST', '/profile', { email }, headers)),
    ])
    expectOneEffect(answers.flat(), 201)
    expect(await tables.rows('select 1 from profile where email = $1', [email])).toHaveLength(1)
  }

  test('another body at the same time in the other process is 409', { tags: 'long' }, async () => {
    const headers = withKey(newPublicId())
    const answers = await Promise.all([
      account.call('POST', '/profile', { email: newEmail() }, headers),
      there('POST', '/profile', { email: newEmail() }, headers),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('while the first request with a key is slow', () => {
  // More than the ten connections of each process.
  test.each([12])(
    'its %i duplicates wait without a connection: other requests are answered, then one email and equal answers',
    waitFor,
  )
  test.each([40])('its %i duplicates wait without a connection', { tags: 'long' }, waitFor)

  async function waitFor(count: number): Promise<void> {
    const { id, email } = await newProfile()
    const letGo = await holdProfile(id)
    const headers = withKey(newPublicId())
    const path = `/profile/${id}/invite/email`
    const twins = Promise.all([
      many(count, () => account.call('POST', path, undefined, headers)),
      many(count, () => there('POST', path, undefined, headers)),
    ])
    const others = await Promise.all([
      many(count / 2, () => account.call('GET', '/profiles')),
      many(count / 2, () => there('POST', '/test', { ping: 'x' }, withKey(newPublicId()))),
      many(count / 2, () => there('GET', '/test')),
    ])
    expect(new Set(others.flat().map(({ status }) => status))).toEqual(new Set([200]))
    await letGo()
    expectOneEffect((await twins).flat(), 204)
    await here.service.drainOutbox()
    const letters = await tables.rows('select 1 from mailbox_message where recipient = $1', [email])
    expect(letters).toHaveLength(1)
  }

  describe('for ten seconds', () => {
    const [dataKey, heldKey, email] = [newPublicId(), newPublicId(), newEmail()]
    let invite: () => Promise<Answer>
    let create: (call: TestAccount['call']) => Promise<Answer>
    let [withoutData, duplicates, others]: Answer[][] = []
    let changes: string[]
    // Together, because each waits for all of the ten seconds.
    beforeAll(async () => {
      const { id } = await newProfile()
      invite = () => account.call('POST', `/profile/${id}/invite/email`, undefined, withKey(dataKey))
      create = (call) => call('POST', '/profile', { email }, withKey(heldKey))
      // Either process may still be sending the previous test's email.
      await Promise.all([here, other].map(({ service }) => service.drainOutbox()))
      const release = [await holdProfile(id), await holdKey(heldKey)]
      const before = await tables.dump()
      ;[withoutData, duplicates, others] = await Promise.all([
        many(1, invite),
        Promise.all([many(5, () => create(account.call)), many(5, () => create(there))]).then((all) =>
          all.flat(),
        ),
        many(1, () => account.call('POST', '/profile', { wrong: 1 })),
      ])
      changes = changedRows(before, await tables.dump())
      for (const letGo of release) await letGo()
    })

    test('neither has any effect, and others are answered meanwhile', () => {
      expect(changes).toEqual([])
      expect(others?.map(({ status }) => status)).toEqual([400])
    })

    test('a request that cannot get its data is 503 with Retry-After, not 409, and its key is free again', async () => {
      const [answer] = withoutData ?? []
      expect([answer?.status, answer?.body.error.code]).toEqual([503, 'database_unavailable'])
      expect(answer?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      const again = await invite()
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([204, null])
    })

    test('a duplicate is 409 with Retry-After; then the key works', async () => {
      expect(duplicates).toHaveLength(10)
      for (const answer of duplicates ?? []) {
        expect([answer.status, answer.body.error.code]).toEqual([409, 'idempotency_key_in_flight'])
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
        expectEnvelope(answer, 'in flight')
      }
      expect((await create(account.call)).status).toBe(201)
    })
  })

  test('a duplicate that is refused for another reason gets that: 403 for the pause, not 409', {
    tags: 'long',
  }, async () => {
    const key = newPublicId()
    const stranger = await here.account()
    const letGo = await holdKey(key, stranger)
    await here.db.admin('update account set paused = true where id = $1', [stranger.id])
    expect((await stranger.call('POST', '/test', { ping: 'x' }, withKey(key))).status).toBe(403)
    await letGo()
  })

  test('a duplicate that disconnects while waiting has no effect', { tags: 'long' }, async () => {
    const { id } = await newProfile()
    const letGo = await holdProfile(id)
    const headers = withKey(newPublicId())
    const path = `/profile/${id}/invite/email`
    const first = account.call('POST', path, undefined, headers)
    const gone = await fetch(`${here.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, ...headers },
      signal: AbortSignal.timeout(100),
    }).catch((error: Error) => error.name)
    expect(gone).toBe('TimeoutError')
    await letGo()
    expect((await first).status).toBe(204)
    const again = await account.call('POST', path, undefined, headers)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([204, 'true'])
  })
})

const deleted = 'a deletion concurrent with a creation with a key leaves no stored answer about the person'
test(deleted, () => deleteMeanwhile(3))
test(`${deleted}, ten times`, { tags: 'long' }, () => deleteMeanwhile(10))

async function deleteMeanwhile(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const { id, email } = await newProfile()
    const headers = withKey(newPublicId())
    await Promise.all([
      account.call('DELETE', `/profile/${id}`),
      account.call('POST', '/profile', { email }, headers),
      there('POST', `/profile/${id}/invite/email`, undefined, withKey(newPublicId())),
    ])
    const kept = 'select 1 from idempotency_key where profile_id = $1'
    expect(await tables.rows(kept, [id])).toEqual([])
  }
}
