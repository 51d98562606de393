import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentAt, given } from '../support/agents.ts'
import { type MockModel, type Reaction, replyWell, startMockModel, status } from '../support/mock-model.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'

// While a model writes, everything else continues: what is stored in the end must fit the data at that time.

let model: MockModel
let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  model = await startMockModel()
  running = await startTestService({ DEBRIEF_URL: model.url, DEBRIEF_MODEL: 'stand-in' })
  tables = await openTables(running.db)
  account = await running.account({ preferences: { debriefWriter: 'model' } })
})
beforeEach(() => model.react(replyWell))

const generate = (profileId: string, body: object = {}, by = account) =>
  by.call('POST', `/playbook/ai/debrief/${profileId}`, body)
const rowsOf = (table: 'debrief' | 'debrief_job', profileId: string) =>
  tables.rows(`select id from ${table} where profile_id = $1`, [profileId])

async function completed(by = account): Promise<Taker> {
  const taker = await openTaker(running, by)
  await take(running, taker, 1, ['disc', 'focus', 'core'])
  return taker
}

/** Runs something between the request to the model and its answer. */
async function generateWhile(profileId: string, happens: () => Promise<unknown>, body: object = {}) {
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  const afterwards: Reaction = async (response, asked) => {
    await done
    await replyWell(response, asked)
  }
  model.react(afterwards)
  const arrived = model.arrived(model.requests.length + 1)
  const answering = generate(profileId, body)
  await arrived
  await happens()
  finish()
  return answering
}

describe('a debrief by a model', () => {
  test('201 is stored as the model’s, and is 200 from then on without asking again', async () => {
    const { profileId } = await completed()
    const asked = model.requests.length
    const first = await generate(profileId)
    expect(first.status, first.text).toBe(201)
    expect(first.body.data.generator).toMatchObject({ kind: 'llm', name: 'stand-in' })
    expect(first.body.data.generator).not.toHaveProperty('reason')
    expect((await generate(profileId)).body.data).toEqual(first.body.data)
    const summary = given(
      await agentAt(running.url, account.token).call('get_behavioral_summary', { profileId }),
    )
    expect(summary).toMatchObject({ debrief: { id: first.body.data.id }, debriefGenerated: false })
    expect(model.requests.length - asked).toBe(1)
    expect(await rowsOf('debrief_job', profileId)).toEqual([])
  })

  test('is asked for once by ten calls at once, of which one is 201', async () => {
    const { profileId } = await completed()
    const asked = model.requests.length
    const answers = await Promise.all(Array.from({ length: 10 }, () => generate(profileId)))
    expect(answers.map((one) => one.status).toSorted()).toEqual([...Array(9).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(model.requests.length - asked).toBe(1)
  })

  test('that is asked for anew by five at once takes the place of the old one, and nobody gets that one again', async () => {
    const { profileId } = await completed()
    const { id } = (await generate(profileId)).body.data
    const anew = () => generate(profileId, { regenerate: true })
    let others: ReturnType<typeof anew>[] = []
    const first = await generateWhile(
      profileId,
      async () => {
        others = [anew(), anew(), anew(), anew()]
      },
      { regenerate: true },
    )
    expect(first.status).toBe(201)
    expect(first.body.data.id).not.toBe(id)
    for (const answer of await Promise.all(others)) {
      expect([200, 201]).toContain(answer.status)
      expect(answer.body.data.id).not.toBe(id)
    }
    expect(await rowsOf('debrief', profileId)).toHaveLength(1)
  })

  test('201 is by the rules, and says why, where the model gives none', async () => {
    const { profileId } = await completed()
    model.react(status(401))
    const answer = await generate(profileId)
    expect([answer.status, answer.body.data.generator]).toEqual([
      201,
      expect.objectContaining({ kind: 'rules', reason: 'refused' }),
    ])
    expect(await rowsOf('debrief_job', profileId)).toEqual([])
  })

  test('is nothing that an account gets which has not chosen a model', async () => {
    const other = await running.account()
    const { profileId } = await completed(other)
    const asked = model.requests.length
    const { data } = (await generate(profileId, {}, other)).body
    expect(data.generator).toMatchObject({ kind: 'rules' })
    expect(data.generator).not.toHaveProperty('reason')
    expect(model.requests.length).toBe(asked)
  })

  test('is not asked for where it is not paid for: 402, and no job', async () => {
    const unpaid = await running.account({ preferences: { debriefWriter: 'model' } })
    const { profileId } = await completed(unpaid)
    await tables.rows(`update account set billing_status = 'unpaid' where id = $1`, [unpaid.id])
    const asked = model.requests.length
    await tables.expectUnchanged(async () => {
      expect((await generate(profileId, {}, unpaid)).status).toBe(402)
    })
    expect(model.requests.length).toBe(asked)
  })
})

describe('while the model writes', () => {
  test('a deleted profile is 404, and no row comes back', async () => {
    const { profileId } = await completed()
    const { status, body } = await generateWhile(profileId, () =>
      account.call('DELETE', `/profile/${profileId}`),
    )
    expect([status, body.error.code]).toEqual([404, 'profile_not_found'])
    expect(await rowsOf('debrief', profileId)).toEqual([])
    expect(await rowsOf('debrief_job', profileId)).toEqual([])
  })

  test('a retake that is issued makes it 400, and its text is not stored', async () => {
    const { profileId } = await completed()
    const { status, body } = await generateWhile(profileId, () =>
      account.call('POST', `/profile/${profileId}/retake`, {}),
    )
    expect([status, body.error.code]).toEqual([400, 'not_completed'])
    expect(await rowsOf('debrief', profileId)).toEqual([])
  })

  test('other results make its text worthless: 201 is by the rules, of the new ones', async () => {
    const taker = await completed()
    const { profileId } = taker
    const answer = await generateWhile(profileId, async () => {
      await account.call('POST', `/profile/${profileId}/retake`, { assessmentIds: ['disc'] })
      await take(running, taker, 2, ['disc'], 1)
    })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data).toMatchObject({
      generator: { kind: 'rules', reason: 'results_changed' },
      stale: false,
    })
    expect((await generate(profileId)).body.data).toEqual(answer.body.data)
    expect(await rowsOf('debrief_job', profileId)).toEqual([])
  })

  test('reading waits for nothing', async () => {
    const { profileId } = await completed()
    const { data } = (await generate(profileId)).body
    await generateWhile(
      profileId,
      async () => {
        expect((await account.call('GET', `/playbook/ai/debrief/${profileId}`)).body.data).toEqual(data)
        expect((await generate(profileId)).body.data).toEqual(data)
        expect((await account.call('PATCH', `/profile/${profileId}`, { firstName: 'Ada' })).status).toBe(200)
      },
      { regenerate: true },
    )
  })
})
