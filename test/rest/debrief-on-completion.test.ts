import { beforeAll, describe, expect, test } from 'vitest'
import type { AssessmentId } from '../../src/contract/shapes.ts'
import { writeDueDebrief } from '../../src/domain/debrief-due/write.ts'
import { openCopier } from '../support/copied-people.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { agentAt, resultOf } from '../support/mcp-client.ts'
import { type MockModel, replyWell, startMockModel } from '../support/mock-model.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { newPhone } from '../support/test-rows.ts'

let db: TestDatabase
let model: MockModel
let running: TestService
let tables: Tables
let environment: Record<string, string>
beforeAll(async () => {
  db = await createTestDatabase()
  model = await startMockModel()
  environment = {
    DEBRIEF_URL: model.url,
    DEBRIEF_MODEL: 'stand-in',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64url'),
    RATE_LIMITS: '1000/1000',
  }
  running = await startTestService(environment, { db })
  tables = await openTables(db)
})

const writtenByModel: Plan['preferences'] = {
  debriefWriter: 'model',
  defaultAssessmentIds: ['disc', 'focus', 'core'],
}

type Plan = NonNullable<Parameters<TestService['account']>[0]>

function openAccount({ preferences, ...plan }: Plan = {}): Promise<TestAccount> {
  return running.account({
    ...plan,
    preferences: { debriefOnCompletion: true, defaultAssessmentIds: ['disc'], ...preferences },
  })
}

async function completed(account: TestAccount, fields: object = {}): Promise<Taker> {
  const taker = await openTaker(running, account, fields)
  await finish(taker)
  return taker
}

/** Whatever they have. The mock of a model writes about everything or nothing. */
async function finish(taker: Taker): Promise<void> {
  const [row] = await tables.rows<{ available_assessments: AssessmentId[] }>(
    'select available_assessments from profile where id = $1',
    [taker.profileId],
  )
  const saved = await take(running, taker, 1, row?.available_assessments ?? [])
  expect(saved).toMatchObject({ done: true })
}

/** A person who has completed, and no worker may write about until `unpause`. */
async function completedWhilePaused(account: TestAccount): Promise<Taker> {
  const named = { firstName: 'Ada', lastName: 'Test', phone: newPhone() }
  const taker = await openTaker(running, account, named)
  await tables.rows('update account set paused = true where id = $1', [account.id])
  await finish(taker)
  return taker
}

const unpause = (account: TestAccount) =>
  tables.rows('update account set paused = false where id = $1', [account.id])

/** Copies of someone who has completed, each as if it had just happened. */
async function manyCompleted(account: TestAccount, count: number): Promise<string[]> {
  const { profileId } = await completedWhilePaused(account)
  const copy = await openCopier(db, profileId)
  const copies: string[] = []
  while (copies.length < count - 1) copies.push(await copy())
  for (const id of copies) await queue(account, id)
  await unpause(account)
  return [profileId, ...copies]
}

const queue = (account: TestAccount, profileId: string) =>
  tables.rows("insert into debrief_due values ($1, $2, now() - interval '1 second')", [account.id, profileId])
const waiting = (account: TestAccount) =>
  tables.rows<{ profile_id: string; attempts: number }>(
    'select profile_id, attempts from debrief_due where account_id = $1',
    [account.id],
  )
const debriefs = (account: TestAccount) =>
  tables.rows<{ profile_id: string; locale: string; generator_kind: string }>(
    'select profile_id, locale, generator_kind from debrief where account_id = $1 order by created_at',
    [account.id],
  )
const counted = async (account: TestAccount, table: 'audit_entry' | 'event' | 'debrief_generation') => {
  const kind = { audit_entry: `action = 'generate_debrief'`, event: `type = 'debrief.generated'` }
  const only = table === 'debrief_generation' ? 'true' : kind[table]
  return (await tables.rows(`select from ${table} where account_id = $1 and ${only}`, [account.id])).length
}

describe('with debriefOnCompletion', () => {
  test('a debrief exists soon after someone completes, in their language, with event and audit entry', async () => {
    const account = await openAccount()
    const { profileId } = await completed(account, { locale: 'de' })
    await running.service.drainDebriefs()
    expect(await debriefs(account)).toEqual([
      { profile_id: profileId, locale: 'de', generator_kind: 'rules' },
    ])
    const entries = await tables.rows(
      `select actor_kind, actor_id, target_id, changes->>'locale' as locale from audit_entry
        where account_id = $1 and action = 'generate_debrief'`,
      [account.id],
    )
    expect(entries).toEqual([
      { actor_kind: 'system', actor_id: 'debriefs', target_id: profileId, locale: 'de' },
    ])
    const { body } = await account.call('GET', '/events?types=debrief.generated')
    expect(body.events).toMatchObject([{ by: { kind: 'system' }, data: { profileId, locale: 'de' } }])
    expect(await counted(account, 'debrief_generation')).toBe(1)
    expect(await waiting(account)).toEqual([])
    expect((await account.call('GET', `/playbook/ai/debrief/${profileId}`)).status).toBe(200)
    const summary = await agentAt(running.url, account.token).call('get_behavioral_summary', { profileId })
    expect(resultOf(summary).debriefGenerated).toBe(false)
  })

  test('a retake under way gets none, and a completed one a new one', { tags: 'long' }, async () => {
    const account = await openAccount()
    const taker = await completed(account)
    await running.service.drainDebriefs()
    await account.call('POST', `/profile/${taker.profileId}/retake`, { assessmentIds: ['disc'] })
    await queue(account, taker.profileId)
    await running.service.drainDebriefs()
    expect([await waiting(account), await counted(account, 'debrief_generation')]).toEqual([[], 1])
    await take(running, taker, 2, ['disc'], 1)
    await running.service.drainDebriefs()
    expect(await counted(account, 'debrief_generation')).toBe(2)
    const { body } = await account.call('GET', `/playbook/ai/debrief/${taker.profileId}`)
    expect(body.data.stale).toBe(false)
  })

  test('the account’s model writes, once, and never in a sandbox', async () => {
    const preferences = writtenByModel
    const [account, sandbox] = [
      await openAccount({ preferences }),
      await openAccount({ preferences, mode: 'sandbox' }),
    ]
    const before = model.requests.length
    await completed(account)
    await completed(sandbox)
    await running.service.drainDebriefs()
    expect(await debriefs(account)).toMatchObject([{ generator_kind: 'llm' }])
    expect(await debriefs(sandbox)).toMatchObject([{ generator_kind: 'rules' }])
    expect(model.requests.length - before).toBe(1)
  })

  test('nothing is stored of someone who is deleted while a model writes', { tags: 'long' }, async () => {
    const account = await openAccount({ preferences: { debriefWriter: 'model' } })
    const isDeleted = Promise.withResolvers<void>()
    model.react(async (response, request) => {
      await isDeleted.promise
      await replyWell(response, request)
    })
    const arrived = model.arrived(model.requests.length + 1)
    const { profileId } = await completed(account)
    const drained = running.service.drainDebriefs()
    await arrived
    expect((await account.call('DELETE', `/profile/${profileId}`)).status).toBe(204)
    isDeleted.resolve()
    await drained
    model.react(replyWell)
    expect([await debriefs(account), await waiting(account)]).toEqual([[], []])
    expect(await tables.holding(profileId)).not.toHaveProperty('debrief_due')
  })

  test('five a minute are written, other accounts needn’t wait, and people can have five more', async () => {
    const [busy, other] = [await openAccount(), await openAccount()]
    const people = await manyCompleted(busy, 7)
    await completed(other)
    await running.service.drainDebriefs()
    expect([(await debriefs(busy)).length, (await waiting(busy)).length]).toEqual([5, 2])
    expect(await debriefs(other)).toHaveLength(1)
    expect((await waiting(busy)).map(({ attempts }) => attempts)).toEqual([0, 0])
    const last = people.at(-1)
    const { parts } = running.service
    const due = {
      accountId: busy.id,
      profileId: String(last),
      attempts: 1,
      leasedUntil: '2026-01-01T00:00:00Z',
    }
    // Another process may have claimed it in the same moment.
    for (const debriefWriter of ['rules', 'model']) {
      await tables.rows('update account set preferences = preferences || $2 where id = $1', [
        busy.id,
        { debriefWriter },
      ])
      const writing = writeDueDebrief({ ...parts, region: 'us', noteEvents: () => {} }, due)
      await expect(writing).rejects.toMatchObject({ code: 'debrief_limit' })
    }
    await tables.rows(`update account set preferences = preferences - 'debriefWriter' where id = $1`, [
      busy.id,
    ])
    const byHand: number[] = []
    for (let count = 0; count < 6; count += 1) {
      const { status } = await busy.call('POST', `/playbook/ai/debrief/${last}`, { regenerate: true })
      byHand.push(status)
    }
    expect(byHand).toEqual([201, 201, 201, 201, 201, 429])
    // A minute passes.
    await tables.rows(`update debrief_generation set at = at - interval '1 minute' where account_id = $1`, [
      busy.id,
    ])
    await running.service.drainDebriefs()
    expect(await waiting(busy)).toEqual([])
    expect(new Set((await debriefs(busy)).map(({ profile_id }) => profile_id))).toEqual(new Set(people))
  })

  test('nothing is written while billing stops new work, nor later; people complete all the same', {
    tags: 'long',
  }, async () => {
    const account = await openAccount()
    const taker = await openTaker(running, account)
    await tables.rows(`update account set billing_status = 'unpaid' where id = $1`, [account.id])
    await finish(taker)
    await running.service.drainDebriefs()
    expect([await debriefs(account), await waiting(account)]).toEqual([[], []])
    expect(await counted(account, 'debrief_generation')).toBe(0)
  })

  test('nothing is written once someone asks to be deleted, or the account has turned it off', {
    tags: 'long',
  }, async () => {
    const [account, off] = [await openAccount(), await openAccount()]
    const { profileId } = await completedWhilePaused(account)
    await tables.rows('insert into erasure_request values ($1, $2, now(), null, now(), 1)', [
      account.id,
      profileId,
    ])
    await completedWhilePaused(off)
    // Paused accounts keep theirs.
    await running.service.drainDebriefs()
    expect([await waiting(account), await waiting(off)]).toMatchObject([[{ attempts: 0 }], [{ attempts: 0 }]])
    await tables.rows(`update account set preferences = '{}' where id = $1`, [off.id])
    await unpause(account)
    await unpause(off)
    await running.service.drainDebriefs()
    for (const one of [account, off]) expect([await debriefs(one), await waiting(one)]).toEqual([[], []])
  })

  test('one that fails is tried again later, and given up after eight attempts', async () => {
    const account = await openAccount()
    const { profileId } = await completedWhilePaused(account)
    await tables.rows(`update result set result = '{}' where profile_id = $1`, [profileId])
    await unpause(account)
    await running.service.drainDebriefs()
    expect(await waiting(account)).toEqual([{ profile_id: profileId, attempts: 1 }])
    expect(running.logged()).toContain('debriefs on completion: failed, will retry')
    await tables.rows(
      `update debrief_due set attempts = 7, due_at = now() - interval '1 second' where profile_id = $1`,
      [profileId],
    )
    await running.service.drainDebriefs()
    expect(await waiting(account)).toEqual([])
    expect(running.logged()).toContain('debriefs on completion: given up')
  })
})

test('by default nothing is queued or written until someone asks', async () => {
  const account = await running.account({ preferences: { defaultAssessmentIds: ['disc'] } })
  const { profileId } = await completed(account)
  expect(await waiting(account)).toEqual([])
  await running.service.drainDebriefs()
  expect((await account.call('GET', `/playbook/ai/debrief/${profileId}`)).status).toBe(404)
  const summary = await agentAt(running.url, account.token).call('get_behavioral_summary', { profileId })
  expect(resultOf(summary).debriefGenerated).toBe(true)
})

// Last, because it stops the service.
test('completions survive a restart, and two services write one debrief of each', async () => {
  const account = await openAccount({ preferences: writtenByModel })
  const { profileId } = await completedWhilePaused(account)
  await running.service.stop()
  expect(await waiting(account)).toEqual([{ profile_id: profileId, attempts: 0 }])
  const copy = await openCopier(db, profileId)
  const people = [profileId, await copy(), await copy(), await copy(), await copy()]
  for (const id of people.slice(1)) await queue(account, id)
  // One was claimed by a process that died.
  await tables.rows(
    `update debrief_due set leased_until = now() - interval '1 second', attempts = 1
    where profile_id = $1`,
    [profileId],
  )
  await unpause(account)
  const before = model.requests.length
  const services = [await startTestService(environment, { db }), await startTestService(environment, { db })]
  await Promise.all(services.map(({ service }) => service.drainDebriefs()))
  expect((await debriefs(account)).map(({ profile_id }) => profile_id).sort()).toEqual(people.sort())
  expect(await waiting(account)).toEqual([])
  expect(model.requests.length - before).toBe(5)
  for (const table of ['audit_entry', 'event', 'debrief_generation'] as const)
    expect(await counted(account, table)).toBe(5)
})
