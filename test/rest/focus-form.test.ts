import { beforeAll, describe, expect, test } from 'vitest'
import { verifyResults } from '../../scripts/administration/verify-results.ts'
import { shortInstruments } from '../../scripts/instruments.ts'
import { itemsIn } from '../../src/content/texts.ts'
import { scoreFocus } from '../../src/scoring/focus.ts'
import type { FocusResult } from '../../src/scoring/results.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { answersTo, openTaker, type Taker, take } from '../support/taking.ts'
import { newEmail } from '../support/test-rows.ts'
import { cookieOf, createShareLink, saveAnswers, startShared } from '../web/taker-requests.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

const short = { focusForm: 'focus-60', assessmentIds: ['focus'] }
const answers = answersTo('focus').slice(0, 60)
const { keys, norm, reliability } = shortInstruments.focus

async function takeShort(fields: object = {}): Promise<Taker> {
  const taker = await openTaker(running, account, { ...short, ...fields })
  await saveAnswers(running.url, taker.cookie, { attempt: 1, answers })
  await saveAnswers(running.url, taker.cookie, { attempt: 1, finish: ['focus'] })
  return taker
}

async function profileOf({ profileId }: Pick<Taker, 'profileId'>): Promise<Json> {
  return (await account.call('GET', `/profile/${profileId}`)).body.profile
}

const pageOf = async ({ cookie }: Pick<Taker, 'cookie'>, path = '/take') =>
  (await fetch(running.url + path, { headers: { cookie } })).text()

describe('a person with the short form of Focus', () => {
  test('reads 60 statements, on the page, by its script and in the list', async () => {
    const taker = await openTaker(running, account, short)
    const page = await pageOf(taker, '/take')
    expect(page.includes('1 of 60')).toBe(true)
    const { items } = itemsIn('en').focus
    const shown = keys.items.map(({ statement }) => items[Number(statement) - 1] ?? '')
    const left = items.filter((text) => !shown.includes(text))
    const data = page.slice(page.indexOf('application/json'))
    expect(shown.filter((text) => !data.includes(JSON.stringify(text).slice(1, -1)))).toEqual([])
    expect(left.filter((text) => data.includes(`"${text}"`))).toEqual([])
    const { body } = await account.call('GET', `/profiles/progress?profileIds=${taker.profileId}`)
    expect(body.progress[0]).toMatchObject({ itemCount: 60, assessmentItemCount: 60 })
    const link = await (await fetch(taker.link)).text()
    expect([link.includes('60 short statements'), link.includes('120')]).toEqual([true, false])
  })

  test('is scored with its own norm and wider errors, and says so', async () => {
    const taker = await takeShort()
    const { focus, focusForm, scoring, isCompleted } = await profileOf(taker)
    const expected = scoreFocus(
      answers.map(({ value }) => Number(value)),
      keys,
      norm,
      reliability,
    ) as FocusResult
    expect([isCompleted, focusForm]).toEqual([true, 'focus-60'])
    expect(scoring).toMatchObject({
      form: { focus: 'focus-60-1' },
      norm: { focus: 'focus-60-derived-1' },
      standardErrors: {
        flexibility: expected.flexibility.sem,
        creativity: expected.flexibility.facets.creativity?.sem,
      },
    })
    expect(scoring.standardErrors.creativity).toBeGreaterThan(6)
    expect(focus.stability.score).toBe(expected.stability.score)
    const page = await pageOf(taker, '/take/results')
    expect(page.includes('You answered the short form')).toBe(true)
    const { body } = await account.call('GET', `/profile/${taker.profileId}/export`)
    expect(body.data.attempts[0].answers.focus).toHaveLength(60)
    expect(body.data.attempts[0].results[0]).toMatchObject({ form: 'focus-60-1' })
  })

  test('keeps it for a retake, and both are verified', async () => {
    const taker = await takeShort()
    await account.call('POST', `/profile/${taker.profileId}/retake`)
    await account.call('POST', `/profile/${taker.profileId}/invite/email`)
    const { body } = await account.call('GET', `/profiles/progress?profileIds=${taker.profileId}`)
    expect(body.progress[0]).toMatchObject({ itemCount: 60 })
    const found: unknown[] = []
    const { results } = await verifyResults(running.db.database, (one) => found.push(one), account.id)
    expect(results).toBeGreaterThan(0)
    expect(found).toEqual([])
  })

  test('a debrief names the wider margins', { tags: 'long' }, async () => {
    const taker = await takeShort()
    const { body } = await account.call('POST', `/playbook/ai/debrief/${taker.profileId}`)
    expect(JSON.stringify(body)).toContain('its short form')
  })

  test('answers to statements that only the full form has are refused, first or later', async () => {
    const taker = await openTaker(running, account, short)
    const beyond = { assessment: 'focus', item: 61, value: 3, seq: 900 }
    const first = await saveAnswers(running.url, taker.cookie, { attempt: 1, answers: [beyond] })
    expect(await first.json()).toMatchObject({ refused: [{ seq: 900, reason: 'no such item' }] })
    await saveAnswers(running.url, taker.cookie, { attempt: 1, answers: answers.slice(0, 59) })
    const later = await saveAnswers(running.url, taker.cookie, {
      attempt: 1,
      answers: [{ ...beyond, seq: 901 }],
    })
    expect(await later.json()).toMatchObject({ refused: [{ seq: 901, reason: 'no such item' }] })
    const finish = await saveAnswers(running.url, taker.cookie, { attempt: 1, finish: ['focus'] })
    expect(await finish.json()).toMatchObject({ completed: [], done: false })
  })
})

describe('the length of Focus', () => {
  test('is that of the account for new people, unless they are given another one', async () => {
    const brief = await running.account()
    await brief.call('PATCH', '/account/preferences', { focusForm: 'focus-60' })
    const add = async (fields: object = {}) =>
      (await brief.call('POST', '/profile', { email: newEmail(), ...fields })).body.profile.focusForm
    expect(await add()).toBe('focus-60')
    expect(await add({ focusForm: 'focus-120' })).toBeUndefined()
    const rows = [{ email: newEmail() }]
    const { body } = await brief.call('POST', '/profiles/import', { rows, focusForm: 'focus-120' })
    const { body: one } = await brief.call('GET', `/profile/${body.data.results[0].profileId}`)
    expect(one.profile.focusForm).toBeUndefined()
    const patched = await brief.call('PATCH', '/account/preferences', { focusForm: null })
    expect(patched.body.data.preferences.focusForm).toBeUndefined()
    expect(await add()).toBeUndefined()
  })

  test('of a public link is its own, and another length is another link', async () => {
    const link = await createShareLink(account, { ...short })
    expect(await createShareLink(account, { assessmentIds: ['focus'] })).not.toBe(link)
    expect(await createShareLink(account, { ...short })).toBe(link)
    expect((await (await fetch(link)).text()).includes('60 short statements')).toBe(true)
    const cookie = cookieOf(await startShared(link))
    expect((await pageOf({ cookie }, '/take?part=focus&item=1')).includes('1 of 60')).toBe(true)
  })

  test('400 for a length that there is not', { tags: 'long' }, async () => {
    const { status, body } = await account.call('POST', '/profile', {
      email: newEmail(),
      focusForm: 'focus-30',
    })
    expect([status, body.error.param]).toEqual([400, 'focusForm'])
  })

  test('of two people in a team may differ', { tags: 'long' }, async () => {
    const tag = (await account.call('POST', '/tag', { label: 'Lengths', color: 'emerald' })).body.tag
    const one = await takeShort({ tagIds: [tag.id] })
    const other = await openTaker(running, account, { assessmentIds: ['focus'], tagIds: [tag.id] })
    await take(running, other, 1, ['focus'], 3)
    const compared = await account.call('GET', `/team?profileIds=${one.profileId},${other.profileId}`)
    expect([compared.status, compared.body]).toEqual([200, expect.any(Object)])
    const page = JSON.stringify(compared.body)
    expect(page.includes('"sem":4.8')).toBe(true)
  })
})
