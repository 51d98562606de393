import { beforeAll, describe, expect, test } from 'vitest'
import { isNormDue } from '../src/domain/norm/renew.ts'
import { writeDocument } from '../src/domain/profile/store.ts'
import { normalCdf } from '../src/scoring/normal.ts'
import type { FocusResult } from '../src/scoring/results.ts'
import {
  type CompletedPerson,
  drawCompletedPeople,
  insertCompletedPeople,
} from './support/completed-people.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from './support/service.ts'

let running: TestService
let now = Date.parse('2026-11-21T09:00:00Z')
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(now) })
})

const sweep = () => running.service.sweepRetention()
const normsOf = ({ id }: TestAccount) =>
  running.db.admin<{ id: string; n: number; cells: Json }>(
    'select id, n, cells from local_norm where account_id = $1 order by created_at, id',
    [id],
  )

/** An account with these people, the first of whom can be shown. */
async function accountOf(people: readonly CompletedPerson[]): Promise<TestAccount> {
  const account = await running.account({ name: 'Northwind' })
  await insertCompletedPeople(running.db, account.id, people)
  await show(account, people[0])
  return account
}

async function show({ id }: TestAccount, person: CompletedPerson | undefined): Promise<void> {
  await running.db.database.inAccount(id, (sql) => writeDocument(sql, id, String(person?.id)))
}

const profileOf = async (account: TestAccount, person: CompletedPerson | undefined): Promise<Json> =>
  (await account.call('GET', `/profile/${person?.id}`)).body.profile

/** The same account after the clock moved on and its token expired. */
async function signedInAgain(account: TestAccount): Promise<TestAccount> {
  const token = await signIn(running.baseUrl, account)
  return { ...account, token, call: callAs(running.baseUrl, token) }
}

describe('an account of 199 people with usable answers', () => {
  let people: CompletedPerson[]
  let account: TestAccount
  let before: string
  beforeAll(async () => {
    people = drawCompletedPeople(205)
    // These five have completed Focus too, but with doubtful quality.
    for (const [at, one] of people.slice(200).entries()) one.outcome = at % 2 ? 'caution' : 'invalid'
    account = await accountOf([...people.slice(0, 199), ...people.slice(200)])
    before = (await account.call('GET', `/profile/${people[0]?.id}`)).text
    await sweep()
  })

  test('has no norm of its own, and no response has changed', async () => {
    expect(await normsOf(account)).toEqual([])
    const after = (await account.call('GET', `/profile/${people[0]?.id}`)).text
    expect(after).toBe(before)
    expect(after).not.toContain('localFocus')
  })

  describe('adding the 200th', () => {
    let shown: Json
    beforeAll(async () => {
      await insertCompletedPeople(running.db, account.id, people.slice(199, 200))
      await sweep()
      shown = await profileOf(account, people[0])
    })

    test('creates one, from these 200, whose id has count and time', async () => {
      expect(await normsOf(account)).toMatchObject([{ n: 200 }])
      expect(shown.localFocus).toMatchObject({ n: 200, generalNorm: 'johnson-2014-balanced-1' })
      expect(shown.localFocus.norm).toMatch(/^local-[0-9a-f]{8}-200-2026-11-21$/)
      expect(shown.localFocus.norm).not.toContain(account.id.slice(0, 8))
    })

    test("shows the local scores next to the general ones, which don't change", () => {
      const { localFocus: _, ...rest } = shown
      expect(JSON.stringify(rest)).toBe(JSON.stringify(JSON.parse(before).profile))
    })

    test('each local figure can be recomputed from the row of the norm and the stored raw sum', async () => {
      const [norm] = await normsOf(account)
      const result = people[0]?.scores.focus as FocusResult
      const raws = people.slice(0, 200).map(({ scores }) => (scores.focus as FocusResult).stability)
      const check = (values: number[], cell: Json, general: { mean: number; sd: number }) => {
        const middle = values.reduce((sum, value) => sum + value, 0) / 200
        const spread = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
        expect(cell.found.mean).toBeCloseTo(middle, 3.9)
        expect(cell.found.sd).toBeCloseTo(Math.sqrt(spread / 199), 3.9)
        expect(cell.drawn.mean).toBeCloseTo((200 * middle + 50 * general.mean) / 250, 3.9)
        expect(cell.drawn.sd).toBeCloseTo(Math.sqrt((spread + 200 * general.sd ** 2) / 399), 3.9)
      }
      check(
        raws.map(({ raw }) => raw),
        norm?.cells.stability,
        { mean: 66.7188, sd: 16.4614 },
      )
      const cell = norm?.cells.composure.drawn
      const raw = result.stability.facets.composure?.raw ?? 0
      // Stability is reversed: more anxiety, less composure.
      const score = 100 * normalCdf(-(raw - cell.mean) / cell.sd)
      expect(shown.localFocus.scores.stability.facets.composure.score).toBeCloseTo(score, 0.9)
    })

    test('is in the export of a person, and in no list', async () => {
      const { body } = await account.call('GET', `/profile/${people[0]?.id}/export`)
      expect(body.data.profile.localFocus).toEqual(shown.localFocus)
      const list = await account.call('GET', `/profiles?profileIds=${people[0]?.id}`)
      expect(list.body.profiles).toHaveLength(1)
      expect(list.text).not.toContain('localFocus')
    })

    test('is next to the five traits in what models read about a person', async () => {
      const answer = await fetch(`${running.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${account.token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_behavioral_summary', arguments: { profileId: people[0]?.id } },
        }),
      })
      const { result } = (await answer.json()) as Json
      const { focus, localNorm } = result.structuredContent
      expect(localNorm).toEqual({ norm: shown.localFocus.norm, n: 200 })
      const { score, level } = shown.focus.stability
      const localScore = shown.localFocus.scores.stability.score
      expect(focus.stability).toEqual({ score, level, localScore })
    })

    test('is not computed again by the next sweep, nor shown to another account', async () => {
      await sweep()
      expect(await normsOf(account)).toHaveLength(1)
      const other = await accountOf(drawCompletedPeople(3, 700))
      await sweep()
      expect(await normsOf(other)).toEqual([])
      const { body } = await other.call('GET', '/profiles')
      expect(JSON.stringify(body)).not.toContain('local-')
    })

    test('is computed again after thirty days, without deleted people', async () => {
      await account.call('DELETE', `/profile/${people[5]?.id}`)
      await insertCompletedPeople(running.db, account.id, drawCompletedPeople(3, 800))
      now += 30 * 86_400_000
      account = await signedInAgain(account)
      await sweep()
      const norms = await normsOf(account)
      expect(norms.map(({ n }) => n)).toEqual([200, 202])
      const fresh = await profileOf(account, people[0])
      expect(fresh.localFocus.norm).toBe(norms[1]?.id)
      expect(fresh.localFocus.norm).toMatch(/-202-2026-12-21$/)
    })

    test('ends with the next sweep once fewer than 200 remain', async () => {
      for (const { id } of people.slice(10, 13)) await account.call('DELETE', `/profile/${id}`)
      now += 60_000
      await sweep()
      expect((await normsOf(account)).map(({ n, cells }) => [n, cells === null])).toEqual([
        [200, false],
        [202, false],
        [199, true],
      ])
      expect(await profileOf(account, people[0])).not.toHaveProperty('localFocus')
    })
  })
})

describe('an account that crosses the threshold more than once in a day', { tags: 'long' }, () => {
  test('has its norm ended and computed each time, under separate ids', async () => {
    const people = drawCompletedPeople(202, 30_000)
    let account = await accountOf(people.slice(0, 200))
    account = await signedInAgain(account)
    const sweepLater = async () => {
      now += 60_000
      await sweep()
    }
    const leave = (at: number) => account.call('DELETE', `/profile/${people[at]?.id}`)
    const enter = (at: number) => insertCompletedPeople(running.db, account.id, people.slice(at, at + 1))
    await sweepLater()
    for (const at of [200, 201]) {
      await leave(at - 10)
      await sweepLater()
      expect(await profileOf(account, people[0])).not.toHaveProperty('localFocus')
      await enter(at)
      await sweepLater()
      expect((await profileOf(account, people[0])).localFocus).toMatchObject({ n: 200 })
    }
    const norms = await normsOf(account)
    expect(norms.map(({ n, cells }) => [n, cells === null])).toEqual([
      ...[
        [200, false],
        [199, true],
        [200, false],
        [199, true],
        [200, false],
      ],
    ])
    expect(new Set(norms.map(({ id }) => id)).size).toBe(5)
    await sweepLater()
    expect(await normsOf(account)).toHaveLength(5)
  })
})

describe('a norm is due', () => {
  const at = new Date('2026-11-21T09:00:00Z')
  const standing = {
    n: 300,
    createdAt: '2026-11-01T09:00:00.000Z',
    cells: {},
    form: 'focus-120-1',
    generalNorm: 'johnson-2014-balanced-1',
  }
  test.each([
    ['from 200 people on', undefined, 200, true],
    ['and not with 199', undefined, 199, false],
    ['with a tenth more', standing, 330, true],
    ['with a tenth fewer', standing, 270, true],
    ['and not with fewer than that', standing, 329, false],
    ['after thirty days', { ...standing, createdAt: '2026-10-22T09:00:00.000Z' }, 300, true],
    ['for another form', { ...standing, form: 'focus-120-0' }, 300, true],
    ['for another general norm', { ...standing, generalNorm: 'older' }, 300, true],
    ['to end below 200', standing, 199, true],
    ['and no more once it has ended', { ...standing, cells: null }, 199, false],
  ])('%s', (_, before, n, expected) => {
    expect(isNormDue(before, n, at)).toBe(expected)
  })
})
