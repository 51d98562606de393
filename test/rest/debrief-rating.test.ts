import { beforeAll, describe, expect, test } from 'vitest'
import { createAppGranter, type GrantApp } from '../support/delegates.ts'
import { completePerson } from '../support/inputs.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
let grantApp: GrantApp
let profileId: string
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  grantApp = await createAppGranter(running)
  profileId = await completePerson(running, account, 'rated')
})

async function written(): Promise<string> {
  const { status, body } = await account.call('POST', `/playbook/ai/debrief/${profileId}`, {
    regenerate: true,
  })
  expect(status).toBe(201)
  return body.data.id
}
const rate = (id: string, body: object, call = account.call) =>
  call('POST', `/playbook/ai/debrief/${id}/rating`, body)
const ratings = async () => (await account.call('GET', `/playbook/ai/debrief/${profileId}`)).body.data.ratings

describe('POST /playbook/ai/debrief/{debriefId}/rating', () => {
  test('200 keeps one rating per client, the last one', async () => {
    const debriefId = await written()
    const first = await rate(debriefId, { rating: 1, comments: ' Clear\r\nand fair.\u200b ' })
    expect(first.status, first.text).toBe(200)
    expect(first.body.data).toMatchObject({ debriefId, profileId, rating: 1, comments: 'Clear\nand fair.' })
    expect(await ratings()).toEqual({ up: 1, down: 0 })
    const second = await rate(debriefId, { rating: -1 })
    expect(second.body.data).toMatchObject({ rating: -1, comments: null })
    expect(second.body.data.createdAt).toBe(first.body.data.createdAt)
    expect(await ratings()).toEqual({ up: 0, down: 1 })
  })

  test('counts a member once across apps, separately from the account’s own clients', async () => {
    const debriefId = await written()
    const app = await grantApp(account)
    const other = await grantApp(account, { by: app })
    const colleague = await grantApp(account)
    for (const { call } of [app, other, colleague]) await rate(debriefId, { rating: 1 }, call)
    await rate(debriefId, { rating: -1 })
    expect(await ratings()).toEqual({ up: 2, down: 1 })
  })

  test('writes an audit entry without its text, and none if nothing changed', async () => {
    const debriefId = await written()
    const comments = 'A remark that nobody repeats.'
    for (let turn = 0; turn < 2; turn += 1) await rate(debriefId, { rating: 1, comments })
    const { body, text } = await account.call('GET', `/audit-log?targetId=${profileId}&limit=100`)
    const entries = body.entries.filter(
      ({ action, changes }: Json) => action === 'rate_debrief' && changes.debriefId === debriefId,
    )
    expect(entries).toMatchObject([{ changes: { debriefId, fields: ['comments', 'rating'] } }])
    expect(text).not.toContain(comments)
    expect(running.logged()).not.toContain(comments)
  })

  test.each([
    ['no rating', {}],
    ['another number', { rating: 2 }],
    ['a rating in words', { rating: 'up' }],
    ['comments that are too long', { rating: 1, comments: 'x'.repeat(1001) }],
    ['control characters', { rating: 1, comments: 'a\u0007b' }],
    ['comments that are no text', { rating: 1, comments: 7 }],
  ])('400 for %s', async (_, body) => {
    const { status, body: answer } = await rate('a'.repeat(24), body)
    expect([status, answer.error.code]).toEqual([400, 'invalid_input'])
  })

  test('404 for an unknown debrief', { tags: 'long' }, async () => {
    const { status, body } = await rate('a'.repeat(24), { rating: 1 })
    expect([status, body.error.code]).toEqual([404, 'debrief_not_found'])
  })

  test('200 for a person’s export includes the debrief with its ratings, by whom and when', async () => {
    const debriefId = await written()
    await rate(debriefId, { rating: -1, comments: 'Too long.' })
    const shown = (await account.call('GET', `/playbook/ai/debrief/${profileId}`)).body.data
    const { data } = (await account.call('GET', `/profile/${profileId}/export`)).body
    const { stale: _, profileId: __, ratings: ___, ...kept } = shown
    expect(data.debriefs).toMatchObject([
      {
        ...kept,
        ratings: [{ rater: `client:${account.clientId}`, rating: -1, comments: 'Too long.' }],
      },
    ])
    const actions = data.auditEntries.map((entry: Json) => entry.action)
    expect(actions).toEqual(expect.arrayContaining(['generate_debrief', 'rate_debrief']))
  })
})
