import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let noisy: TestAccount
let other: TestAccount
beforeAll(async () => {
  running = await startTestService()
  noisy = await running.account()
  other = await running.account()
})

/** Transactions that wait for a table lock. */
async function countWaiting(): Promise<number> {
  const [row] = await running.db.admin<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.waiting ?? 0
}

test('blocked searches of one account leave connections for another, and for its own light requests', async () => {
  const holder = new pg.Client(running.db.connection)
  holder.on('error', () => {})
  await holder.connect()
  // Searches read the name tokens; the light requests don't.
  await holder.query('begin; lock table name_token in access exclusive mode')
  let answered = 0
  const searches = Array.from({ length: 30 }, async () => {
    const answer = await noisy.call('GET', '/profiles?search=ada')
    answered += 1
    return answer.status
  })
  try {
    await expectCapacity(() => answered)
  } finally {
    await holder.end()
  }
  expect(new Set(await Promise.all(searches))).toEqual(new Set([200]))
})

test('strangers who name one account after the other share one limit, and leave connections for everyone else', async () => {
  const holder = new pg.Client(running.db.connection)
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin; lock table invite in access exclusive mode')
  const openings = Array.from({ length: 30 }, async () => {
    const secret = newAccountSecret('tmb_link_', newPublicId())
    return (await fetch(`${running.url}/t/us.${secret}`)).status
  })
  try {
    await expect.poll(countWaiting).toBe(6)
    const answers = await Promise.all([other.call('GET', '/account'), noisy.call('GET', '/account')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await countWaiting()).toBe(6)
  } finally {
    await holder.end()
  }
  await Promise.all(openings)
})

async function expectCapacity(answered: () => number): Promise<void> {
  await expect.poll(countWaiting).toBe(3)
  const [theirs, ours] = await Promise.all([other.call('GET', '/account'), noisy.call('GET', '/account')])
  expect([theirs.status, ours.status]).toEqual([200, 200])
  expect(answered()).toBe(0)
  expect(await countWaiting()).toBe(3)
}
