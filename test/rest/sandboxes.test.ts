import { beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '../../src/contract/ports.ts'
import { setAccountStatus } from '../../src/domain/account/store.ts'
import { deleteAccount } from '../../src/domain/deletion/account.ts'
import { insertMember, removeMemberRow, setRequirePasskey, setRole } from '../../src/domain/member/store.ts'
import { listNormAccounts } from '../../src/domain/norm/store.ts'
import { listLiveAccounts } from '../../src/domain/technical/store.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter } from '../support/delegates.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService()
})

const inAccount = <T>(id: string, work: (sql: Sql) => Promise<T>) =>
  running.service.parts.database.inAccount(id, work)

const membersOf = async (accountId: string) =>
  running.db.admin<{ id: string; role: string }>(
    'select id, role from member where account_id = $1 order by created_at, id',
    [accountId],
  )

/** A person who signs in, for an existing member. */
async function personFor(memberId: string): Promise<{ personId: string; memberId: string }> {
  const personId = newPublicId()
  await running.db.admin('insert into person (id, email, created_at) values ($1, $2, now())', [
    personId,
    `${personId}@test.test`,
  ])
  return { personId, memberId }
}

async function createSandboxOf(account: TestAccount, name = 'Tests'): Promise<string> {
  const { status, body, text } = await account.call('POST', '/sandboxes', { name })
  expect(status, text).toBe(201)
  return body.sandbox.id
}

describe('POST /sandboxes', () => {
  test('201 for at most three, which are listed; then 409', async () => {
    const account = await running.account()
    const ids = [
      await createSandboxOf(account, 'One'),
      await createSandboxOf(account, 'Two'),
      await createSandboxOf(account, 'Three'),
    ]
    const fourth = await account.call('POST', '/sandboxes', { name: 'Four' })
    expect([fourth.status, fourth.body.error.code]).toEqual([409, 'too_many_sandboxes'])
    const { body } = await account.call('GET', '/sandboxes')
    expect(body.sandboxes.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      [ids[0], 'One'],
      [ids[1], 'Two'],
      [ids[2], 'Three'],
    ])
    const rows = await running.db.admin<{ mode: string; billing_status: string }>(
      'select mode, billing_status from account where id = any($1)',
      [ids],
    )
    expect(rows).toEqual(ids.map(() => ({ mode: 'sandbox', billing_status: 'active' })))
  })

  test('ten at the same time create three', async () => {
    const account = await running.account()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => account.call('POST', '/sandboxes', { name: 'Same' })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 409)).toHaveLength(7)
  })

  test('403 in a sandbox', { tags: 'long' }, async () => {
    const sandbox = await running.account({ mode: 'sandbox' })
    const { status, body } = await sandbox.call('POST', '/sandboxes', { name: 'Nested' })
    expect([status, body.error.code]).toEqual([403, 'sandbox_nested'])
  })

  test('is in the audit log of the account', { tags: 'long' }, async () => {
    const account = await running.account()
    const id = await createSandboxOf(account)
    const { body } = await account.call('GET', '/audit-log?action=create_sandbox')
    expect(JSON.stringify(body)).toContain(id)
  })
})

describe('members of the account', () => {
  test('are members of its sandboxes: those who are there, who join, change roles and leave', async () => {
    const account = await running.account()
    const id = await createSandboxOf(account)
    expect(await membersOf(id)).toEqual(await membersOf(account.id))
    const joined = newPublicId()
    const member = { accountId: account.id, id: joined, email: 'b@test.test', role: 'manager' as const }
    await inAccount(account.id, (sql) => insertMember(sql, { ...member, now: new Date() }))
    expect((await membersOf(id)).find((one) => one.id === joined)?.role).toBe('manager')
    await inAccount(account.id, (sql) => setRole(sql, account.id, joined, 'user'))
    expect((await membersOf(id)).find((one) => one.id === joined)?.role).toBe('user')
    await inAccount(account.id, (sql) => removeMemberRow(sql, account.id, joined))
    expect(await membersOf(id)).toEqual(await membersOf(account.id))
  })

  test('lose their apps in the sandbox with the membership in the account', { tags: 'long' }, async () => {
    const account = await running.account()
    const id = await createSandboxOf(account)
    const [owner] = await membersOf(account.id)
    const second = newPublicId()
    const member = { accountId: account.id, id: second, email: 'c@test.test', role: 'owner' as const }
    await inAccount(account.id, (sql) => insertMember(sql, { ...member, now: new Date() }))
    const grantApp = await createAppGranter(running)
    const app = await grantApp({ id }, { by: await personFor(second) })
    expect((await app.call('GET', '/sandbox/personas')).status).toBe(200)
    await inAccount(account.id, (sql) => removeMemberRow(sql, account.id, second))
    expect((await app.call('GET', '/sandbox/personas')).status).toBe(401)
    expect((await membersOf(id)).map((one) => one.id)).toEqual([owner?.id])
  })

  test('need a passkey there if they need one in the account', { tags: 'long' }, async () => {
    const account = await running.account()
    const id = await createSandboxOf(account)
    await inAccount(account.id, (sql) => setRequirePasskey(sql, account.id, true))
    const [row] = await running.db.admin<{ require_passkey: boolean }>(
      'select require_passkey from account where id = $1',
      [id],
    )
    expect(row?.require_passkey).toBe(true)
  })
})

test('a sandbox is paused and resumed with its account', async () => {
  const account = await running.account()
  const id = await createSandboxOf(account)
  const isPaused = async () =>
    (await running.db.admin<{ paused: boolean }>('select paused from account where id = $1', [id]))[0]?.paused
  for (const paused of [true, false]) {
    const status = { id: account.id, paused, billingStatus: 'active', trialEndsAt: null } as const
    await inAccount(account.id, (sql) => setAccountStatus(sql, status, new Date()))
    expect(await isPaused()).toBe(paused)
  }
})

test('a sandbox is deleted with its account, and nothing of it remains', async () => {
  const account = await running.account()
  const id = await createSandboxOf(account)
  const { database, clock } = running.service.parts
  const progress = () => {}
  await deleteAccount(
    { database, clock, region: 'us', hasRemoteAuthServer: false, anchorChainEnd: async () => {}, progress },
    account.id,
  )
  for (const [table, column] of [
    ['account', 'id'],
    ['sandbox', 'id'],
    ['member', 'account_id'],
  ]) {
    expect(await running.db.admin(`select 1 from ${table} where ${column} = $1`, [id]), table).toEqual([])
  }
})

test('norms and technical figures leave sandboxes out', async () => {
  const sandbox = await running.account({ mode: 'sandbox' })
  const account = await running.account()
  await running.db.admin(`update account set mode = 'live' where id = $1`, [account.id])
  const { database } = running.service.parts
  const all = <T>(list: (sql: Sql) => Promise<T>) => database.inSystem(list, { readOnly: true })
  const norms = await all((sql) => listNormAccounts(sql, '', 1_000))
  const figures = await all((sql) => listLiveAccounts(sql, '', 1_000))
  for (const ids of [norms, figures]) {
    expect(ids).toContain(account.id)
    expect(ids).not.toContain(sandbox.id)
  }
})

test('people of a sandbox are no people of its account, and its reports count nowhere', async () => {
  const account = await running.account()
  const id = await createSandboxOf(account)
  const before = (await account.call('GET', '/account')).body.data
  const grantApp = await createAppGranter(running)
  const [owner] = await membersOf(id)
  const { call } = await grantApp({ id }, { by: await personFor(String(owner?.id)) })
  await call('POST', '/sandbox/people', { count: 5, completedShare: 1 })
  const after = (await account.call('GET', '/account')).body.data
  expect([after.reportsGenerated, after.usage]).toEqual([before.reportsGenerated, before.usage])
  expect((await account.call('GET', '/profiles')).body.pagination.total).toBe(0)
})
