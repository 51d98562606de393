import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { completePerson } from '../support/inputs.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables } from '../support/tables.ts'
import { openTaker, take } from '../support/taking.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

const get = (profileId: string, query = '') => account.call('GET', `/profile/${profileId}/takeaways${query}`)

describe('GET /profile/{profileId}/takeaways', () => {
  test('200 has what the person’s own page begins with, and writes no debrief', async () => {
    const taker = await openTaker(running, account, { firstName: 'Ada' })
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    const tables = await openTables(running.db)
    const { status, body } = await get(taker.profileId, '?locale=de')
    expect(status).toBe(200)
    const { locale, headline, headlineAbout, sentences } = body.takeaways
    expect([locale, sentences.length]).toEqual(['de', 3])
    expect(headlineAbout).toContain('{name}')
    expect(headlineAbout).not.toMatch(/\b(Sie|Ihnen|Ihre?)\b/)
    const page = await fetch(`${running.url}/take/results?locale=de`, { headers: { cookie: taker.cookie } })
    const html = await page.text()
    for (const text of [headline, ...sentences.map((one: Json) => one.text)]) expect(html).toContain(text)
    for (const { about, evidence } of sentences as Json[]) {
      expect(about).toContain('{name}')
      expect(evidence.length).toBeGreaterThan(0)
    }
    expect(await tables.rows('select id from debrief where profile_id = $1', [taker.profileId])).toEqual([])
  })

  test('200 has nothing until everything is completed, again during a retake', async () => {
    const profileId = await completePerson(running, account, 'again')
    expect((await get(profileId)).body.takeaways).toMatchObject({ headline: expect.stringMatching(/^You/) })
    await account.call('POST', `/profile/${profileId}/retake`, { assessmentIds: ['disc'] })
    expect((await get(profileId)).body.takeaways).toEqual({ locale: 'en', headline: null, sentences: [] })
  })

  test('404 for a deleted profile, as for one that never existed', { tags: 'long' }, async () => {
    const profileId = await completePerson(running, account, 'gone')
    await account.call('DELETE', `/profile/${profileId}`)
    for (const id of [profileId, newPublicId()]) {
      const { status, body } = await get(id)
      expect([status, body.error.code]).toEqual([404, 'profile_not_found'])
    }
  })
})
