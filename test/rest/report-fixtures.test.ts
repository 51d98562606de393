/** The report texts that the API publishes as `/fixtures`: not test data. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Locale, locales } from '../../src/contract/locale.ts'
import { comparable, expectEnvelope } from '../support/envelope.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

const kinds = ['core', 'disc', 'focus'] as const
const fetchFixtures = async (kind: string, locale = 'en'): Promise<Json[]> =>
  (await account.call('GET', `/fixtures/${locale}/${kind}/report`)).body.reportFixtures

describe('GET /fixtures/{locale}/core/report', () => {
  test('200 has the thirteen values in the documented shape', async () => {
    const answer = await account.call('GET', '/fixtures/en/core/report')
    expect(answer.status).toBe(200)
    expect(answer.body.status).toBe('success')
    expect(answer.body.reportFixtures.map(({ key }: Json) => key)).toEqual([
      ...['freedom', 'wisdom', 'adventure', 'enjoyment', 'achievement', 'influence', 'wealth', 'recognition'],
      ...['security', 'tradition', 'familyHappiness', 'care', 'fairness'],
    ])
    for (const fixture of answer.body.reportFixtures) {
      expect(Object.keys(fixture).sort()).toEqual(
        ['bullet', 'descriptor', 'key', 'label', 'locale', 'reportSections'].sort(),
      )
      expect(fixture).toMatchObject({ label: expect.stringMatching(/^[A-Z]/), locale: 'en' })
      expect(fixture.reportSections).toHaveLength(4)
      for (const section of fixture.reportSections) {
        expect(section.split(' ').length, section).toBeGreaterThanOrEqual(40)
        expect(section.split(' ').length, section).toBeLessThanOrEqual(70)
      }
    }
  })
})

describe('GET /fixtures/{locale}/disc/report', () => {
  test('200 has the four letters and the twelve styles of two, each with its own text', async () => {
    const fixtures = await fetchFixtures('disc')
    expect(fixtures.map(({ key }) => key)).toEqual([
      ...['D', 'DI', 'DS', 'DC', 'I', 'ID', 'IS', 'IC', 'S', 'SD', 'SI', 'SC', 'C', 'CD', 'CI', 'CS'],
    ])
    for (const field of ['label', 'bullet', 'descriptor'] as const) {
      expect(new Set(fixtures.map((fixture) => fixture[field])).size).toBe(16)
    }
    expect(new Set(fixtures.flatMap((fixture) => fixture.reportSections)).size).toBe(64)
  })
})

describe('GET /fixtures/{locale}/focus/report', () => {
  test('200 has five levels for each trait and facet', async () => {
    const fixtures = await fetchFixtures('focus')
    expect(fixtures).toHaveLength(35 * 5)
    expect(new Set(fixtures.map(({ key, level }) => `${key} ${level}`)).size).toBe(175)
    expect(new Set(fixtures.map(({ bullet }) => bullet)).size).toBe(175)
    expect(fixtures.filter(({ key, trait }) => key === trait)).toHaveLength(25)
    expect(fixtures.slice(0, 5).map(({ level }) => level)).toEqual([
      'veryLow',
      'low',
      'baseline',
      'high',
      'veryHigh',
    ])
    for (const { reportSections } of fixtures) expect(reportSections).toHaveLength(3)
  })

  test('describes the statements where a name could mislead', async () => {
    const asks = (await fetchFixtures('focus')).filter(({ level }) => level === 'low')
    const of = (facet: string) => asks.find(({ key }) => key === facet)?.reportSections[0]
    expect(of('optimism')).toContain('feeling blue')
    expect(of('confidence')).toContain('ease among people')
    expect(of('selfBelief')).toContain('complete tasks')
    expect(of('selfControl')).toContain('cravings')
    expect(of('openMindedness')).toContain('provisional')
  })
})

describe('all texts', () => {
  test('are whole sentences without praise, diagnosis, hiring advice or slots', async () => {
    for (const kind of kinds) {
      for (const { bullet, reportSections, descriptor } of await fetchFixtures(kind)) {
        expect(bullet.length, bullet).toBeLessThanOrEqual(90)
        expect(descriptor, descriptor).toMatch(/^[a-z][^.]*$/)
        for (const text of [bullet, ...reportSections]) {
          expect(text, text).not.toMatch(/[{}!]|undefined|\s\s|\s[.,;]|\.\./)
          expect(text, text).not.toMatch(/\b(\w+) \1\b/i)
          expect(text, text).not.toMatch(
            /depress|anxiety|disorder|neuro|narciss|patholog|addict|symptom|therap|hire|hiring|candidate|recruit/i,
          )
          expect(text, text).not.toMatch(
            /\b(excellent|brilliant|gifted|outstanding|natural leader|always|never)\b/i,
          )
        }
        for (const text of reportSections) {
          expect(text, text).toMatch(/^[A-Z].*\.$/)
          expect(text.split(/(?<=\.) /).length, text).toBeLessThanOrEqual(4)
        }
      }
    }
  })
})

describe('the locale', () => {
  test.each([
    ['ja', 'jp'],
    ['ja-JP', 'jp'],
    ['pt-BR', 'pt_BR'],
    ['pt_br', 'pt_BR'],
    ['pt', 'pt_BR'],
    ['zh-CN', 'zh_CN'],
    ['zh', 'zh_CN'],
    ['zh-Hans', 'zh_CN'],
    ['en-US', 'en'],
    ['EN', 'en'],
    ['De', 'de'],
    ['kr', 'ko'],
  ])('400 for %s, with the hint %s', async (written, meant) => {
    for (const kind of kinds) {
      const answer = await account.call('GET', `/fixtures/${written}/${kind}/report`)
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({
        param: 'locale',
        message: `locale is not a known locale: use ${meant}, or one of de, en, es, fr, jp, ko, nl, pt_BR, zh_CN.`,
      })
    }
  })

  test('400 for no language at all, without a hint and without repeating it', async () => {
    for (const written of ['xx', 'constructor', '__proto__', 'e'.repeat(200), '%00', '..%2f', '%20en']) {
      const answer = await account.call('GET', `/fixtures/${written}/core/report`)
      expect(answer.status, written).toBe(400)
      expectEnvelope(answer, written)
      expect(answer.body.error.message).not.toContain(', or one of')
    }
  })

  test.each(locales)('200 in %s for all three, each with its own texts', async (locale) => {
    for (const kind of kinds) {
      const { status, body } = await account.call('GET', `/fixtures/${locale}/${kind}/report`)
      expect(status).toBe(200)
      expect(
        new Set(body.reportFixtures.map((reportFixture: { locale: Locale }) => reportFixture.locale)),
      ).toEqual(new Set([locale]))
    }
  })
})

test('any token of the account may read them, a request without one may not, and nothing changes', async () => {
  const other = await running.account()
  await tables.expectUnchanged(async () => {
    for (const scope of ['profiles:read', 'profiles:write', 'tags:manage', 'account:read', 'account:write']) {
      const narrow = callAs(running.baseUrl, await signIn(running.baseUrl, account, scope))
      for (const kind of kinds) {
        expect((await narrow('GET', `/fixtures/en/${kind}/report`)).status, scope).toBe(200)
      }
    }
    for (const kind of kinds) {
      const path = `/fixtures/en/${kind}/report`
      expect((await callAs(running.baseUrl, 'none')('GET', path)).status).toBe(401)
      expect((await account.call('GET', `${path}?limit=1`)).status).toBe(400)
      const [own, others] = [await account.call('GET', path), await other.call('GET', path)]
      expect(comparable(others.text)).toBe(comparable(own.text))
    }
    expect((await account.call('POST', '/fixtures/en/core/report', {})).status).toBe(405)
  })
})
