import { beforeAll, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { agentAt, mcpErrorOf, resultOf } from '../support/mcp-client.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService({ RATE_LIMITS: '1000/1000' })
  tables = await openTables(running.db)
  account = await running.account()
})

const generate = (profileId: string, body: object = {}) =>
  account.call('POST', `/playbook/ai/debrief/${profileId}`, body)

async function completed(): Promise<Taker> {
  const taker = await openTaker(running, account)
  await take(running, taker, 1, ['disc', 'focus', 'core'])
  return taker
}

test('429 for the eleventh debrief in a minute, while the stored one is still returned', async () => {
  const [one, other] = [await completed(), await completed()]
  const summarize = (profileId: string) =>
    agentAt(running.url, account.token).call('get_behavioral_summary', { profileId })
  const statuses: number[] = []
  for (let count = 0; count < 10; count += 1) {
    statuses.push((await generate(one.profileId, { regenerate: true })).status)
  }
  expect(statuses).toEqual(Array(10).fill(201))
  await account.call('POST', `/profile/${one.profileId}/retake`, { assessmentIds: ['disc'] })
  await take(running, one, 2, ['disc'], 1)
  await tables.expectUnchanged(async () => {
    const refused = await generate(other.profileId)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'debrief_limit'])
    expectEnvelope(refused, 'generate_debrief')
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(mcpErrorOf(await summarize(other.profileId))).toMatch(
      /within a minute. Try again in \d+ seconds?\./,
    )
    expect((await generate(one.profileId)).status).toBe(200)
    const { debrief, debriefGenerated } = resultOf(await summarize(one.profileId))
    expect([debrief.stale, debriefGenerated]).toEqual([true, false])
  })
  // A minute passes.
  await tables.rows(`update debrief_generation set at = at - interval '1 minute' where account_id = $1`, [
    account.id,
  ])
  expect((await generate(other.profileId)).status).toBe(201)
})
