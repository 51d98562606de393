import { beforeAll, expect, test } from 'vitest'
import { dashboardClientId } from '../../src/contract/authorization.ts'
import { scopesOfRole } from '../../src/contract/scope.ts'
import { connect } from '../support/ats-stand-ins.ts'
import { createAppGranter } from '../support/delegates.ts'
import { entraUser, patchOp, scimClient } from '../support/scim-client.ts'
import { freePort, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTaker, take } from '../support/taking.ts'
import { insertTestTag, newEmail } from '../support/test-rows.ts'

let running: TestService
let metrics: string
let account: TestAccount
let trial: TestAccount
beforeAll(async () => {
  metrics = `127.0.0.1:${await freePort()}`
  running = await startTestService({ ACCOUNT_PROFILES: '3', TRIAL_PROFILES: '2', METRICS_LISTEN: metrics })
  account = await running.account({ billingStatus: 'active' })
  trial = await running.account({ billingStatus: 'trialing', trialEndsAt: new Date(Date.now() + 86_400_000) })
})

const add = ({ call }: TestAccount) => call('POST', '/profile', { email: newEmail() })

test('402 beyond ACCOUNT_PROFILES, for each way to add people, until some are deleted', async () => {
  const rows = Array.from({ length: 5 }, () => ({ email: newEmail() }))
  const { body } = await account.call('POST', '/profiles/import', { rows })
  const statuses = body.data.results.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(['new', 'new', 'new', 'over_cap', 'over_cap'])
  const refused = await add(account)
  expect(refused.status).toBe(402)
  expect(refused.body.error).toMatchObject({
    code: 'profile_quota',
    message:
      'The account has reached its limit of 3 profiles. Delete some, or ask the operator of this service for more.',
  })
  const { usage } = (await account.call('GET', '/account')).body.data
  expect(usage).toMatchObject({ profiles: 3, profileLimit: 3 })
  // Changes of people who are there go on.
  const [{ profileId }] = body.data.results
  expect((await account.call('PATCH', `/profile/${profileId}`, { firstName: 'Ada' })).status).toBe(200)
  expect((await account.call('DELETE', `/profile/${profileId}`)).status).toBe(204)
  expect((await add(account)).status).toBe(201)
})

test('a trial has its own cap', { tags: 'long' }, async () => {
  expect([(await add(trial)).status, (await add(trial)).status]).toEqual([201, 201])
  expect((await add(trial)).body.error.code).toBe('trial_profile_cap')
})

/** An account with limits of its own, as `account quota` sets them. */
async function limited(quotas: Record<string, number | null>): Promise<TestAccount> {
  const made = await running.account({ billingStatus: 'active' })
  await setQuotas(made, quotas)
  return made
}

async function setQuotas({ id }: TestAccount, quotas: Record<string, number | null>) {
  await running.db.admin('update account set quotas = $2 where id = $1', [id, JSON.stringify(quotas)])
}

async function refusedBy(quota: string): Promise<number> {
  const text = await (await fetch(`http://${metrics}/metrics`)).text()
  return Number(new RegExp(`^timbre_quota_refused_total{quota="${quota}"} (\\d+)$`, 'm').exec(text)?.[1])
}

const quotasOf = async ({ call }: TestAccount) => (await call('GET', '/account')).body.data.usage.quotas

test('402 storage_quota for what adds, while reading, changing and deleting go on', async () => {
  const small = await limited({ storageMegabytes: 1, profiles: null })
  const other = await limited({ profiles: null })
  expect((await add(small)).status).toBe(201)
  expect(await refusedBy('storage')).toBe(0)
  const full = await limited({ storageMegabytes: 1 })
  await running.db.admin(
    `insert into account_logo (account_id, digest, content_type, bytes, width, height, updated_at)
     values ($1, repeat('0', 64), 'image/png', (select decode(string_agg(md5(random()::text), ''), 'hex') from generate_series(1, 80000)), 1, 1, now())`,
    [full.id],
  )
  const refused = await add(full)
  expect([refused.status, refused.body.error.code]).toEqual([402, 'storage_quota'])
  expect(refused.body.error.message).toMatch(/^The account stores 1 MB, which is its limit\./)
  expect((await full.call('POST', '/tag', { label: 'Team', color: 'blue' })).body.error.code).toBe(
    'storage_quota',
  )
  expect(await refusedBy('storage')).toBe(2)
  expect((await full.call('PATCH', '/account/preferences', { timezone: 'Europe/Berlin' })).status).toBe(200)
  expect((await full.call('DELETE', '/account/logo')).status).toBe(200)
  const [usage] = await quotasOf(full)
  expect(usage).toMatchObject({ name: 'storedBytes', limit: 1_000_000 })
  expect(usage.used).toBeGreaterThan(1_000_000)
  expect((await quotasOf(small))[0].used).toBeGreaterThan(500)
  expect((await quotasOf(small))[0].used).toBeLessThan(20_000)
  expect(await quotasOf(other)).toEqual([])
})

test('429 change_limit for changes by tokens; people answer, and deleting goes on', async () => {
  const busy = await limited({ profiles: null })
  const taker = await openTaker(running, busy)
  const before = (await quotasOf(await withLimit(busy, 1_000)))[0].used
  expect(before).toBe(2)
  await setQuotas(busy, { changesDaily: 3, profiles: null })
  const third = await add(busy)
  expect(third.status).toBe(201)
  const refused = await busy.call('PATCH', `/profile/${taker.profileId}`, { firstName: 'Ada' })
  expect([refused.status, refused.body.error.code]).toEqual([429, 'change_limit'])
  expect(refused.body.error.message).toBe(
    'The account has reached its limit of 3 changes a day. Try again tomorrow (UTC).',
  )
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(86_400)
  expect(await refusedBy('changes')).toBe(1)
  // A person's entries are no changes by a token.
  await take(running, taker, 1, ['disc'])
  expect(await quotasOf(busy)).toEqual([{ name: 'changesToday', used: 3, limit: 3 }])
  expect((await busy.call('DELETE', `/profile/${third.body.profile.id}`)).status).toBe(204)
  expect((await quotasOf(busy))[0].used).toBe(4)
  // Yesterday's don't count.
  await running.db.admin(`update audit_head set changes_day = changes_day - 1 where account_id = $1`, [
    busy.id,
  ])
  expect((await quotasOf(busy))[0].used).toBe(0)
  expect((await add(busy)).status).toBe(201)
  expect((await quotasOf(busy))[0].used).toBe(1)
})

test('at the limit of changes access still ends, and each coach has a tenth that is theirs alone', async () => {
  const busy = await limited({ changesDaily: 20, profiles: null })
  const grantApp = await createAppGranter(running)
  const scim = scimClient(running.url, (await connect(busy, 'scim')).key)
  const added = await scim('POST', '/Users', entraUser())
  expect(added.status, added.text).toBe(201)
  const tagId = await insertTestTag(running.db, busy.id)
  const { body } = await busy.call('POST', '/profile', { email: newEmail(), tagIds: [tagId] })
  const asCoach = { role: 'coach', scopes: scopesOfRole('coach'), clientId: dashboardClientId } as const
  const [coach, other] = [await grantApp(busy, asCoach), await grantApp(busy, asCoach)]
  const setTeams = (memberId: string, tagIds: string[]) =>
    busy.call('PUT', `/coach/${memberId}/teams`, { tagIds })
  for (const { memberId } of [coach, other]) expect((await setTeams(memberId, [tagId])).status).toBe(200)
  const [{ used }] = await quotasOf(busy)
  const note = ({ call }: typeof coach) =>
    call('POST', '/member/notes', { profileId: body.profile.id, text: 'Likes short meetings.' })
  const written = [await note(coach), await note(coach)]
  expect(written.map(({ status }) => status)).toEqual([201, 201])
  const refused = await note(coach)
  expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
    ...[429, 'change_limit'],
    'You have reached your limit of 2 changes a day. Try again tomorrow (UTC).',
  ])
  expect((await note(other)).status).toBe(201)
  expect((await coach.call('DELETE', `/member/note/${written[0]?.body.note.id}`)).status).toBe(204)
  expect(await quotasOf(busy)).toEqual([{ name: 'changesToday', used, limit: 20 }])
  await setQuotas(busy, { changesDaily: 1, profiles: null })
  expect((await busy.call('PATCH', `/profile/${body.profile.id}`, { firstName: 'Ada' })).status).toBe(429)
  expect((await scim('POST', '/Users', entraUser())).status).toBe(429)
  const deactivated = { op: 'replace', path: 'active', value: false }
  const ended = await scim('PATCH', `/Users/${added.body.id}`, {
    schemas: [patchOp],
    Operations: [deactivated],
  })
  expect([ended.status, ended.body.active], ended.text).toEqual([200, false])
  const replaced = await scim('PUT', `/Users/${added.body.id}`, entraUser({ active: false }))
  expect(replaced.status, replaced.text).toBe(200)
  expect((await setTeams(coach.memberId, [])).status).toBe(200)
  // Yesterday's changes of a coach don't count either.
  await setQuotas(busy, { changesDaily: 20, profiles: null })
  await running.db.admin(`update audit_entry set at = at - interval '1 day' where actor_id = $1`, [
    other.memberId,
  ])
  expect([await note(other), await note(other)].map(({ status }) => status)).toEqual([201, 201])
})

async function withLimit(one: TestAccount, changesDaily: number): Promise<TestAccount> {
  await setQuotas(one, { changesDaily, profiles: null })
  return one
}

test('429 export_limit beyond the exports of an hour, for this account only', async () => {
  const [one, other] = [await limited({ exportsHourly: 2 }), await limited({ exportsHourly: 2 })]
  const exportOf = async (from: TestAccount) => {
    const { body } = await add(from)
    return () => from.call('GET', `/profile/${body.profile.id}/export`)
  }
  const [ofOne, ofOther] = [await exportOf(one), await exportOf(other)]
  expect([(await ofOne()).status, (await ofOne()).status]).toEqual([200, 200])
  const refused = await ofOne()
  expect([refused.status, refused.body.error.code]).toEqual([429, 'export_limit'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1_700)
  expect((await ofOther()).status).toBe(200)
  expect(await refusedBy('exports')).toBe(1)
  expect(await quotasOf(one)).toEqual([{ name: 'exportsThisHour', used: null, limit: 2 }])
})
