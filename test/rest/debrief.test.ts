import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { openCopier } from '../support/copied-people.ts'
import { countTransactions } from '../support/count-transactions.ts'
import { completePerson } from '../support/inputs.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { newPhone } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

const generate = (profileId: string, body: object = {}, by = account) =>
  by.call('POST', `/playbook/ai/debrief/${profileId}`, body)
const get = (profileId: string, query = '') =>
  account.call('GET', `/playbook/ai/debrief/${profileId}${query}`)
const retake = (profileId: string) =>
  account.call('POST', `/profile/${profileId}/retake`, { assessmentIds: ['disc'] })
const rowsOf = (profileId: string) => tables.rows('select id from debrief where profile_id = $1', [profileId])
const set = (columns: string, { id } = account) =>
  tables.rows(`update account set ${columns} where id = $1`, [id])

async function completed(fields: object = {}): Promise<Taker> {
  const taker = await openTaker(running, account, fields)
  await take(running, taker, 1, ['disc', 'focus', 'core'])
  return taker
}

/** A copy of someone who has completed, for what needs no session of theirs. */
let copied: () => Promise<string>
beforeAll(async () => {
  const named = { firstName: 'Ada', lastName: 'Test', phone: newPhone() }
  copied = await openCopier(running.db, (await completed(named)).profileId)
})

describe('POST /playbook/ai/debrief/{profileId}', () => {
  test('201 writes a debrief whose sentences cite facts, and 200 returns the same one from then on', async () => {
    const { profileId } = await completed({ firstName: 'Ada', lastName: 'Osei' })
    const first = await generate(profileId)
    expect(first.status, first.text).toBe(201)
    const { data } = first.body
    expect(data).toMatchObject({
      profileId,
      locale: 'en',
      stale: false,
      ratings: { up: 0, down: 0 },
      generator: { kind: 'rules', name: 'timbre-rules' },
    })
    expect(data.generator).not.toHaveProperty('reason')
    const sentences = data.sections.flatMap((section: Json) => section.sentences)
    for (const { text, evidence } of sentences) {
      expect(data.content).toContain(text)
      expect(evidence.length, text).toBeGreaterThan(0)
    }
    expect(data.content, 'nobody is named').not.toMatch(/Ada|Osei/)
    const again = await generate(profileId)
    expect([again.status, again.body.data]).toEqual([200, data])
    expect((await get(profileId)).body.data).toEqual(data)
  })

  test('201 and 200 take one transaction each', { tags: 'long' }, async () => {
    const profileId = await copied()
    const statuses: number[] = []
    const once = async () => statuses.push((await generate(profileId)).status)
    expect(await countTransactions(running, once)).toBe(1)
    expect(await countTransactions(running, once)).toBe(1)
    expect(statuses).toEqual([201, 200])
  })

  test('of ten concurrent calls one is 201, and all return the stored debrief', async () => {
    const profileId = await copied()
    const answers = await Promise.all(Array.from({ length: 10 }, () => generate(profileId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    expect(await rowsOf(profileId)).toEqual([{ id: answers[0]?.body.data.id }])
  })

  test('400 before everything is completed, including during a retake, and nothing is written', {
    tags: 'long',
  }, async () => {
    const { profileId } = await openTaker(running, account)
    const again = await copied()
    await generate(again)
    await retake(again)
    await tables.expectUnchanged(async () => {
      for (const id of [profileId, again]) {
        const { status, body } = await generate(id, { regenerate: true })
        expect([status, body.error.code]).toEqual([400, 'not_completed'])
      }
    })
  })

  test('200 marks the text of earlier results as stale, until a new one is requested', async () => {
    const taker = await completed()
    const { profileId } = taker
    const before = (await generate(profileId)).body.data
    await retake(profileId)
    expect((await get(profileId)).body.data).toEqual({ ...before, stale: true })
    await take(running, taker, 2, ['disc'], 1)
    const stale = await generate(profileId)
    expect([stale.status, stale.body.data]).toEqual([200, { ...before, stale: true }])
    const anew = await generate(profileId, { regenerate: true })
    expect([anew.status, anew.body.data.stale]).toEqual([201, false])
    expect(anew.body.data.resultsHash).not.toBe(before.resultsHash)
    expect(await rowsOf(profileId)).toEqual([{ id: anew.body.data.id }])
    expect((await get(profileId)).body.data).toEqual(anew.body.data)
  })

  test('201 with regenerate replaces the stored one, with a new id and without its ratings', async () => {
    const profileId = await copied()
    const { id } = (await generate(profileId)).body.data
    await account.call('POST', `/playbook/ai/debrief/${id}/rating`, { rating: 1 })
    const anew = (await generate(profileId, { regenerate: true })).body.data
    expect(anew.id).not.toBe(id)
    expect(anew.ratings).toEqual({ up: 0, down: 0 })
    const late = await account.call('POST', `/playbook/ai/debrief/${id}/rating`, { rating: 1 })
    expect([late.status, late.body.error.code]).toEqual([404, 'debrief_not_found'])
    expect(await tables.rows('select 1 from debrief_rating where debrief_id = $1', [id])).toEqual([])
  })

  test('writes once for each idempotency key and not for each call', { tags: 'long' }, async () => {
    const profileId = await copied()
    await generate(profileId)
    const again = (key: string) =>
      account.call(
        'POST',
        `/playbook/ai/debrief/${profileId}`,
        { regenerate: true },
        { 'idempotency-key': key },
      )
    const [one, same, other] = [await again('one'), await again('one'), await again('other')]
    expect([one.status, same.status, other.status]).toEqual([201, 201, 201])
    expect(same.headers.get('idempotent-replayed')).toBe('true')
    expect(same.body.data).toEqual(one.body.data)
    expect(other.body.data.id).not.toBe(one.body.data.id)
  })

  test('is written once per language, and names it', { tags: 'long' }, async () => {
    const { profileId } = await completed({ locale: 'fr' })
    const [own, german] = [await generate(profileId), await generate(profileId, { locale: 'de' })]
    expect([own.status, own.body.data.locale]).toEqual([201, 'fr'])
    expect([german.status, german.body.data.locale]).toEqual([201, 'de'])
    for (const [body, known] of [
      [{ locale: 'de' }, german],
      [{ locale: 'fr' }, own],
      [{}, own],
    ] as const) {
      const found = await generate(profileId, body)
      expect([found.status, found.body.data]).toEqual([200, known.body.data])
    }
    expect((await get(profileId, '?locale=de')).body.data).toEqual(german.body.data)
    expect((await get(profileId, '?locale=ko')).status).toBe(404)
    expect((await generate(profileId, { locale: 'xx' })).status).toBe(400)
  })

  test('402 if a text would be written without payment; the stored one is still returned', {
    tags: 'long',
  }, async () => {
    const unpaid = await running.account()
    const [standing, without] = [
      await completePerson(running, unpaid, 'a'),
      await completePerson(running, unpaid, 'b'),
    ]
    const { data } = (await generate(standing, {}, unpaid)).body
    await set(`billing_status = 'unpaid'`, unpaid)
    await tables.expectUnchanged(async () => {
      for (const answer of [
        await generate(without, {}, unpaid),
        await generate(standing, { regenerate: true }, unpaid),
      ]) {
        expect([answer.status, answer.body.error.code]).toEqual([402, 'billing_unpaid'])
      }
      const found = await generate(standing, {}, unpaid)
      expect([found.status, found.body.data]).toEqual([200, data])
      expect((await generate(newPublicId(), {}, unpaid)).status).toBe(402)
    })
  })

  test('writes one audit entry about the profile for each text, without its content', async () => {
    const profileId = await copied()
    const { data } = (await generate(profileId)).body
    await generate(profileId)
    const { entries } = (await account.call('GET', `/audit-log?targetId=${profileId}&limit=100`)).body
    const written = entries.filter(({ action }: Json) => action === 'generate_debrief')
    expect(written).toMatchObject([
      {
        target: { type: 'profile', id: profileId },
        changes: { debriefId: data.id, locale: 'en', generator: 'rules' },
      },
    ])
    expect(running.logged()).not.toContain(data.sections[0].sentences[0].text)
  })

  test('404 for a deleted profile, and no row is left of it or its ratings', { tags: 'long' }, async () => {
    const profileId = await copied()
    const { id } = (await generate(profileId)).body.data
    await account.call('POST', `/playbook/ai/debrief/${id}/rating`, { rating: -1, comments: 'Not me.' })
    const key = { 'idempotency-key': newPublicId() }
    await account.call('POST', `/playbook/ai/debrief/${id}/rating`, { rating: -1, comments: 'Not you.' }, key)
    expect((await account.call('DELETE', `/profile/${profileId}`)).status).toBe(204)
    expect((await generate(profileId)).body.error.code).toBe('profile_not_found')
    expect((await get(profileId)).body.error.code).toBe('profile_not_found')
    expect(await rowsOf(profileId)).toEqual([])
    expect(await tables.rows('select 1 from debrief_rating where debrief_id = $1', [id])).toEqual([])
    const replayed = await account.call(
      'POST',
      `/playbook/ai/debrief/${id}/rating`,
      { rating: -1, comments: 'Not you.' },
      key,
    )
    expect([replayed.status, replayed.body.error.code]).toEqual([409, 'idempotency_answer_erased'])
  })

  test('deleted during the writing, no row comes back', async () => {
    const people = [await copied(), await copied(), await copied(), await copied()]
    for (const profileId of people) {
      const [written, gone] = await Promise.all([
        generate(profileId),
        account.call('DELETE', `/profile/${profileId}`),
      ])
      expect([201, 404, 409]).toContain(written.status)
      expect(gone.status).toBe(204)
      expect(await rowsOf(profileId)).toEqual([])
    }
  })
})

describe('GET /playbook/ai/debrief/{profileId}', () => {
  test('404 if none was written, and writes none', { tags: 'long' }, async () => {
    const profileId = await copied()
    await tables.expectUnchanged(async () => {
      const { status, body } = await get(profileId)
      expect([status, body.error.code]).toEqual([404, 'debrief_not_found'])
    })
  })
})

describe('the person’s own download', () => {
  const ownOf = async ({ cookie }: Taker): Promise<Json> =>
    (await fetch(`${running.url}/take/results.json`, { headers: { cookie } })).json()

  test('includes the debrief, without ratings by others', async () => {
    const taker = await completed()
    const { data } = (await generate(taker.profileId)).body
    await account.call('POST', `/playbook/ai/debrief/${data.id}/rating`, {
      rating: 1,
      comments: 'Between us.',
    })
    const own = await ownOf(taker)
    expect(own.debriefs).toMatchObject([{ id: data.id, content: data.content, sections: data.sections }])
    expect(JSON.stringify(own)).not.toMatch(/Between us|rating/)
  })

  test('includes none if the account withholds the report, and none during a retake', {
    tags: 'long',
  }, async () => {
    const quiet = await running.account({ preferences: { participantSeesReport: false } })
    const unseeing = await openTaker(running, quiet)
    await take(running, unseeing, 1, ['disc', 'focus', 'core'])
    expect((await generate(unseeing.profileId, {}, quiet)).status).toBe(201)
    expect((await ownOf(unseeing)).debriefs).toEqual([])
    const taker = await completed()
    await generate(taker.profileId)
    await retake(taker.profileId)
    expect((await ownOf(taker)).debriefs).toEqual([])
  })
})
