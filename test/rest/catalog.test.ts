import { beforeAll, describe, expect, test } from 'vitest'
import { currentWording } from '../../src/content/wordings.ts'
import { locales } from '../../src/contract/locale.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, take } from '../support/taking.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

describe('GET /assessments', () => {
  test('200 has the three assessments as people see them', async () => {
    const answer = await account.call('GET', '/assessments')
    expect(answer.status).toBe(200)
    expect(answer.body.assessments).toEqual([
      { id: 'disc', name: 'DISC', version: 'disc-24-2', itemCount: 24, estimatedMinutes: 6, locales },
      {
        id: 'focus',
        name: 'Focus',
        version: 'focus-120-1',
        itemCount: 120,
        estimatedMinutes: 14,
        locales,
        forms: [
          { id: 'focus-120', version: 'focus-120-1', itemCount: 120, estimatedMinutes: 14 },
          { id: 'focus-60', version: 'focus-60-1', itemCount: 60, estimatedMinutes: 7 },
        ],
      },
      { id: 'core', name: 'Core', version: 'core-13-1', itemCount: 21, estimatedMinutes: 4, locales },
    ])
    const pagination = { page: 1, limit: 10, total: 3, totalPages: 1, hasMore: false }
    expect(answer.body.pagination).toEqual(pagination)
  })

  test('200 in pages with Link, empty past the end; 400 for invalid pages', async () => {
    const page = async (number: number) => account.call('GET', `/assessments?limit=2&page=${number}`)
    const named = (answer: Json) => answer.body.assessments.map((assessment: Json) => assessment.id)
    expect([await page(1), await page(2), await page(3)].map(named)).toEqual([
      ['disc', 'focus'],
      ['core'],
      [],
    ])
    const second = await page(2)
    expect(second.body.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2, hasMore: false })
    expect(second.headers.get('link')).toMatch(/assessments\?[^>]*page=1[^>]*>; rel="prev"/)
    for (const query of ['limit=0', 'limit=101', 'page=0', 'page=x', 'sort=id']) {
      expect((await account.call('GET', `/assessments?${query}`)).status, query).toBe(400)
    }
  })

  test('names the version that results have as their form', async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc', 'focus', 'core'], 0, { disc: currentWording })
    const { scoring } = (await account.call('GET', `/profile/${taker.profileId}`)).body.profile
    const { assessments } = (await account.call('GET', '/assessments')).body
    expect(scoring.form).toEqual(
      Object.fromEntries(assessments.map(({ id, version }: Json) => [id, version])),
    )
  })
})

describe('GET /assessment/{assessmentId}', () => {
  test('200 is the same as in the list', async () => {
    const { assessments } = (await account.call('GET', '/assessments')).body
    for (const assessment of assessments) {
      const answer = await account.call('GET', `/assessment/${assessment.id}`)
      expect(answer.status).toBe(200)
      expect(answer.body.assessment).toEqual(assessment)
    }
  })

  test('404 for an unknown id, 400 for an invalid one', async () => {
    for (const unknown of ['mbti', 'discs', newPublicId(), 'constructor', '__proto__']) {
      const answer = await account.call('GET', `/assessment/${unknown}`)
      expect(answer.status, unknown).toBe(404)
      expect(answer.body.error.message).toContain('disc, focus, core')
      expectEnvelope(answer, unknown)
    }
    for (const malformed of ['DISC', '%20', 'disc%00', 'd'.repeat(41), '..%2f', "'or'1"]) {
      const answer = await account.call('GET', `/assessment/${malformed}`)
      expect(answer.status, malformed).toBe(400)
      expectEnvelope(answer, malformed)
    }
  })
})

test('403 without account:read, 401 without a token, 400 with a parameter, and nothing changes', async () => {
  const token = await signIn(
    running.baseUrl,
    account,
    'profiles:read profiles:write tags:manage account:write',
  )
  await tables.expectUnchanged(async () => {
    for (const path of ['/assessments', '/assessment/disc']) {
      expect((await callAs(running.baseUrl, token)('GET', path)).status).toBe(403)
      expect((await callAs(running.baseUrl, 'none')('GET', path)).status).toBe(401)
      expect((await account.call('GET', `${path}?sort=id`)).status).toBe(400)
    }
  })
})
