import { beforeAll, describe, expect, test } from 'vitest'
import { readLargeTeam } from '../../src/domain/team/density-store.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import type { DiscResult } from '../../src/scoring/results.ts'
import {
  type CompletedPerson,
  drawCompletedPeople,
  insertCompletedPeople,
} from '../support/completed-people.ts'
import { comparable, expectEnvelope } from '../support/envelope.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { insertTestTag } from '../support/test-rows.ts'

let running: TestService
let account: TestAccount
let stranger: TestAccount
let people: CompletedPerson[]
let tagged: string
let crowded: string
let foreign: CompletedPerson
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  stranger = await running.account()
  people = drawCompletedPeople(104, 7000)
  const [, doubtful] = people
  if (doubtful) doubtful.outcome = 'caution'
  await insertCompletedPeople(running.db, account.id, people)
  ;[foreign] = drawCompletedPeople(1, 9000) as [CompletedPerson]
  await insertCompletedPeople(running.db, stranger.id, [foreign])
  const names = [
    ['Zoe', 'Young'],
    ['Ada', 'Osei'],
    ['Bo', 'de Wit'],
  ]
  for (const [at, [first, last]] of names.entries()) {
    await running.db.admin(
      'update profile set first_name = $3, last_name = $4, name_key = lower($3) where account_id = $1 and id = $2',
      [account.id, idOf(at), first, last],
    )
  }
  tagged = await insertTestTag(running.db, account.id)
  crowded = await insertTestTag(running.db, account.id)
  const { body } = await account.call('POST', '/profile', { firstName: 'Nobody', tagIds: [tagged] })
  expect(body.profile.firstName).toBe('Nobody')
  await tag(tagged, people.slice(0, 5))
  await tag(crowded, people.slice(2))
})

const idOf = (at: number) => people[at]?.id ?? ''
const tag = (id: string, of: readonly CompletedPerson[]) =>
  running.db.admin(
    'insert into profile_tag (account_id, tag_id, profile_id) select $1, $2, unnest($3::text[])',
    [account.id, id, of.map((one) => one.id)],
  )
const team = async (query: string, by = account): Promise<Json> => {
  const answer = await by.call('GET', `/team?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.team
}

const countBy = (keys: readonly (string | number)[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(keys, String)].map(([key, own]) => [key, own.length]))

describe('GET /team', () => {
  test('200 with people by name, their results and sentences about them', async () => {
    const found = await team(`profileIds=${[0, 1, 2].map(idOf)}&locale=en`)
    expect(found).toMatchObject({ locale: 'en', profileCount: 3, resultCount: 3 })
    expect(found.people.map((person: Json) => [person.name, person.initials, person.quality])).toEqual([
      ['Ada Osei', 'AO', 'caution'],
      ['Bo de Wit', 'BW', 'ok'],
      ['Zoe Young', 'ZY', 'ok'],
    ])
    const { disc, focus, core } = people[0]?.scores ?? {}
    const zoe = found.people[2]
    expect(zoe.disc).toEqual({ style: disc?.style, d: disc?.d, i: disc?.i, s: disc?.s, c: disc?.c })
    const { t, sem, score, level } = (focus as Json).stability.facets.resilience
    expect(zoe.focus.stability.facets.resilience).toEqual({ t, sem, score, level })
    expect(zoe.core).toEqual((core as Json).ranked.slice(0, 5).map((one: Json) => one.key))
    expect(found.traits.map((trait: Json) => trait.trait)).toEqual(Object.keys(zoe.focus))
    expect(found.note).toContain('Ada Osei')
    expect(found.together.length).toBeGreaterThanOrEqual(4)
    // Only larger teams have counts.
    expect(Object.keys(found)).not.toContain('density')
    expect(Object.keys(found.traits[0])).not.toContain('steps')
  })

  test('200 by tags: everyone with any of them once, and people without results only counted', async () => {
    const found = await team(`tagIds=${tagged}`)
    expect(found).toMatchObject({ profileCount: 6, resultCount: 5, together: [] })
    expect(found.people.every((person: Json) => person.focus.stability.facets === undefined)).toBe(true)
    expect(found.people.map((person: Json) => person.initials)).toEqual(expect.arrayContaining(['1', '2']))
  })

  test('200 with an agenda that names no one, from the same people, in the requested language', async () => {
    const answer = await account.call('GET', `/team/agenda?tagIds=${tagged}&locale=de`)
    expect(answer.status, answer.text).toBe(200)
    const { agenda } = answer.body
    expect(agenda).toMatchObject({ locale: 'de', minutes: 90, title: 'Ablauf für die Moderation' })
    expect(agenda.intro).toContain('6 Personen')
    for (const { name } of (await team(`tagIds=${tagged}`)).people) expect(answer.text).not.toContain(name)
  })

  test('200 in the requested language, or that of the account', { tags: 'long' }, async () => {
    const own = await team(`profileIds=${idOf(0)}&locale=jp`)
    expect(own.traits[0].label).toBe('柔軟性')
    await account.call('PATCH', '/account/preferences', { locale: 'de' })
    expect((await team(`profileIds=${idOf(0)}`)).locale).toBe('de')
    await account.call('PATCH', '/account/preferences', { locale: 'en' })
  })

  test('200 for one person and for none, with a note', { tags: 'long' }, async () => {
    const one = await team(`profileIds=${idOf(3)}`)
    expect(one).toMatchObject({
      resultCount: 1,
      lede: expect.stringContaining('Only one person'),
      differences: [],
    })
    expect(one.traits[0].spread).toBeNull()
    const none = await team(`profileIds=${newPublicId()}`)
    expect(none).toMatchObject({
      profileCount: 0,
      resultCount: 0,
      people: [],
      traits: [],
      values: [],
      note: null,
    })
    expect(none.lede).toBe('Nobody here has results yet.')
  })

  test('200 with counts in place of people, if more than a hundred have results', async () => {
    const found = await team(`tagIds=${crowded}&locale=en`)
    const all = people.slice(2)
    expect(found).toMatchObject({
      profileCount: 102,
      resultCount: 102,
      people: [],
      note: null,
      differences: [],
    })
    expect(found.density).toMatchObject({ isSample: false, discCount: 102, coreCount: 102 })
    const places = all.map(({ scores: { disc } }) => {
      const { d, i, s, c } = disc as DiscResult
      const [across, up] = [(i + s - (d + c)) / 2, (d + i - (s + c)) / 2]
      const inside = Math.min(1, 45 / Math.hypot(across, up))
      const middle = (points: number) => 5 * (Math.min(8, Math.floor((points * inside) / 5)) + 0.5)
      const angle = (Math.atan2(up, across) * 180) / Math.PI
      return { cell: `${middle(across)} ${middle(up)}`, direction: Math.floor(((angle + 360) % 360) / 3) }
    })
    expect(
      Object.fromEntries(found.density.cells.map((one: Json) => [`${one.across} ${one.up}`, one.count])),
    ).toEqual(countBy(places.map(({ cell }) => cell)))
    const directions = countBy(places.map(({ direction }) => direction))
    expect(found.density.directions).toEqual(Array.from({ length: 120 }, (_, at) => directions[at] ?? 0))
    for (const { trait, count, levels, steps } of found.traits) {
      const scales = all.map(({ scores }) => (scores.focus as unknown as Record<string, Json>)[trait])
      expect([count, levels]).toMatchObject([102, countBy(scales.map(({ level }) => level))])
      const inSteps = countBy(scales.map(({ t }) => Math.min(19, Math.max(0, Math.floor((t - 25) / 2.5)))))
      expect(steps).toEqual(Array.from({ length: 20 }, (_, at) => inSteps[at] ?? 0))
    }
    const five = all.flatMap(({ scores }) =>
      (scores.core as Json).ranked.slice(0, 5).map((one: Json) => one.key),
    )
    expect(Object.fromEntries(found.values.map((one: Json) => [one.key, one.count]))).toEqual(countBy(five))
    expect(JSON.stringify(found)).not.toMatch(new RegExp(all.map(({ id }) => id).join('|')))
  })

  test('200 without sheets that could not be scored, and with a sample of more people than are read', async () => {
    const scored = (assessment: string, id: string) =>
      running.db.admin(
        `update result set result = case when result::text like '{"unscored"%' then $4::json else '{"unscored":"gaps"}' end
          where account_id = $1 and profile_id = $2 and assessment = $3`,
        [
          account.id,
          id,
          assessment,
          JSON.stringify(people.find((one) => one.id === id)?.scores[assessment as 'disc']),
        ],
      )
    const parts = [
      ['disc', 2],
      ['focus', 3],
      ['core', 4],
    ] as const
    for (const [assessment, at] of parts) await scored(assessment, idOf(at))
    const found = await team(`tagIds=${crowded}`)
    for (const [assessment, at] of parts) await scored(assessment, idOf(at))
    expect(found).toMatchObject({ resultCount: 102, density: { discCount: 101, coreCount: 101 } })
    expect(found.traits.map((one: Json) => one.count)).toEqual([101, 101, 101, 101, 101])

    const read = (most: number) =>
      running.db.database.inAccount(account.id, (sql) =>
        readLargeTeam(sql, account.id, { tagIds: [crowded] }, most),
      )
    expect(await read(102)).toMatchObject({ profiles: 102, isSample: false })
    const sample = await read(60)
    expect(sample).toMatchObject({ profiles: 60, results: 60, isSample: true })
    expect(sample.disc.cells.reduce((sum, { count }) => sum + count, 0)).toBe(60)
    expect(await read(60)).toEqual(sample)
  })

  test('400 for an agenda of more than a hundred people with results, with their number', async () => {
    const answer = await account.call('GET', `/team/agenda?tagIds=${crowded}`)
    expectEnvelope(answer, 'too many')
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({
      param: 'tagIds',
      message: expect.stringMatching(/102 people.*at most 100/),
    })
  })

  test('the people of a saved team are listed by GET /profiles', async () => {
    const made = await Promise.all(
      ['In', 'Out'].map((firstName) => account.call('POST', '/profile', { firstName })),
    )
    const [own, other] = made.map(({ body }) => body.profile.id)
    const { body } = await account.call('POST', '/saved-team', { name: 'Two', profileIds: [own, idOf(0)] })
    const team = body.savedTeam.id
    const chosen = `savedTeamIds=${team},${newPublicId()}&isCompleted=false`
    const { profiles, pagination } = (await account.call('GET', `/profiles?${chosen}`)).body
    expect([profiles.map(({ id }: Json) => id), pagination.total]).toEqual([[own], 1])
    const counted = await account.call('GET', `/profiles/statuses?savedTeamIds=${team}`)
    expect(counted.body.statuses).toMatchObject({ completed: 1, notInvited: 1 })
    expect(
      (await account.call('GET', `/profiles?savedTeamIds=${team}&tagIds=${crowded}`)).body.profiles,
    ).toEqual([])
    for (const id of [own, other]) await account.call('DELETE', `/profile/${id}`)
    await account.call('DELETE', `/saved-team/${team}`)
  })

  test.each(['', `profileIds=${'a'.repeat(24)}&tagIds=${'a'.repeat(24)}`])(
    '400 without exactly one selection: "%s"',
    async (query) => {
      const answer = await account.call('GET', `/team?${query}`)
      expectEnvelope(answer, query)
      expect([answer.status, answer.body.error.message]).toEqual([
        400,
        'Give either profileIds, or tagIds and savedTeamIds.',
      ])
    },
  )

  test('200 for people and tags of another account exactly as for unknown ones', {
    tags: 'long',
  }, async () => {
    const other = await stranger.call('GET', `/team?profileIds=${foreign.id}`)
    expect(other.body.team.resultCount).toBe(1)
    for (const [name, theirs] of [
      ['profileIds', foreign.id],
      ['tagIds', tagged],
    ] as const) {
      const asker = name === 'profileIds' ? account : stranger
      const [hidden, unknown] = [
        await asker.call('GET', `/team?${name}=${theirs}`),
        await asker.call('GET', `/team?${name}=${newPublicId()}`),
      ]
      expect(comparable(hidden.text)).toBe(comparable(unknown.text))
    }
  })

  test('200 with a person’s current attempt, not an earlier one', async () => {
    await running.db.admin(`update profile set attempt = 2 where account_id = $1 and id = $2`, [
      account.id,
      idOf(103),
    ])
    expect(await team(`profileIds=${idOf(103)}`)).toMatchObject({ profileCount: 1, resultCount: 0 })
  })
})

describe('GET /team/organization', () => {
  const comparison = async (query: string): Promise<Json> => {
    const answer = await account.call('GET', `/team/organization?${query}&locale=en`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.comparison
  }
  const tOf = ({ scores }: CompletedPerson) => (scores.focus as Json).stability.t as number
  const mean = (of: readonly CompletedPerson[]) => of.reduce((sum, one) => sum + tOf(one), 0) / of.length
  const setQuality = (id: string, outcome: string) =>
    running.db.admin(
      `update profile set quality = jsonb_build_object('outcome', $3::text) where account_id = $1 and id = $2`,
      [account.id, id, outcome],
    )

  test('200 with the means of the team and of everyone, and what chance would make of them', async () => {
    const { state, team: own, organization, traits } = await comparison(`tagIds=${tagged}`)
    // Person 103 is in a second attempt, without results.
    const everyone = people.slice(0, 103)
    expect([state, own, organization]).toEqual([
      'shown',
      { count: 5, leftOut: 0, isSample: false },
      { count: 103, leftOut: 0, isSample: false },
    ])
    expect(traits).toHaveLength(5)
    const stability = traits.find(({ trait }: Json) => trait === 'stability')
    expect(stability.team.t).toBeCloseTo(mean(everyone.slice(0, 5)), 0)
    expect(Math.abs(stability.team.t - mean(everyone.slice(0, 5)))).toBeLessThan(0.051)
    expect(Math.abs(stability.organization.t - mean(everyone))).toBeLessThan(0.051)
    const variance = everyone.reduce((sum, one) => sum + (tOf(one) - mean(everyone)) ** 2, 0) / 102
    expect(Math.abs(stability.margin - 2.576 * Math.sqrt(variance / 5))).toBeLessThan(0.051)
    for (const { team: part } of traits) expect(part.low + part.middle + part.high).toBe(100)
    expect(stability.words).toMatch(/chance/)
  })

  test('200 without unreliable answers, and without figures of so few that single people could be guessed', async () => {
    await setQuality(idOf(0), 'invalid')
    const few = await comparison(`tagIds=${tagged}`)
    await setQuality(idOf(0), 'ok')
    expect(few).toMatchObject({ state: 'fewInTeam', team: { count: 4, leftOut: 1 }, traits: [] })
    const most = await comparison(`tagIds=${crowded}`)
    expect(most).toMatchObject({ state: 'fewOthers', team: { count: 101 }, traits: [] })
  })

  test('200 with a sample at evenly spaced places, if the account has an index of many', async () => {
    await running.db.admin('insert into profile_index (account_id, ready, people) values ($1, true, 3900)', [
      account.id,
    ])
    await running.db.admin(
      `insert into profile_slice (account_id, sort, slice, key_at, key_name, key_id, used)
       select $1, 1, slice, '2020-01-01'::timestamptz + slice * interval '1 day', '', '', 1300 from generate_series(0, 2) as slice`,
      [account.id],
    )
    await running.db.admin(
      `insert into profile_place (account_id, profile_id, by_creation)
       select $1, id, place - 1 from unnest($2::text[]) with ordinality as given (id, place)`,
      [account.id, people.map(({ id }) => id)],
    )
    const sampled = await comparison(`tagIds=${tagged}`)
    await running.db.admin('delete from profile_index where account_id = $1', [account.id])
    // Every second place of the first slice.
    expect(sampled).toMatchObject({ state: 'shown', organization: { count: 52, isSample: true } })
    const half = people.filter((_, at) => at % 2 === 0)
    const found = sampled.traits.find(({ trait }: Json) => trait === 'stability').organization.t
    expect(Math.abs(found - mean(half))).toBeLessThan(0.051)
  })

  test('200 with a bounded number of people of each tag, those at both ends of its index', async () => {
    const large = await running.account()
    const middle = drawCompletedPeople(10, 8000)
    await insertCompletedPeople(running.db, large.id, middle)
    const tagId = await insertTestTag(running.db, large.id)
    // 500 people who were added before all others, and 500 after them, without results.
    await running.db.admin(
      `with added as (
         insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
         select $1, first || lpad(number::text, 22, '0'), now(), now(), 'active', '{focus}', '{}'
           from unnest(array['00', 'ff']) as first, generate_series(1, 500) as number returning account_id, id)
       insert into profile_tag (account_id, tag_id, profile_id) select account_id, $2, id from added
        union all select $1, $2, unnest($3::text[])`,
      [large.id, tagId, middle.map(({ id }) => id)],
    )
    const teamOf = async (tagIds: readonly string[]) => {
      const { status, body, text } = await large.call('GET', `/team/organization?tagIds=${tagIds.join(',')}`)
      expect(status, text).toBe(200)
      return body.comparison.team
    }
    expect(await teamOf([tagId])).toEqual({ count: 10, leftOut: 0, isSample: false })
    const others = Array.from({ length: 99 }, () => newPublicId())
    expect(await teamOf([tagId, ...others])).toMatchObject({ count: 0 })
    await running.db.admin('delete from profile_tag where account_id = $1 and profile_id = $2', [
      large.id,
      `00${'1'.padStart(22, '0')}`,
    ])
    expect(await teamOf([tagId, ...others])).toEqual({ count: 1, leftOut: 0, isSample: true })
  })

  test('400 without exactly one selection', async () => {
    expect((await account.call('GET', '/team/organization')).status).toBe(400)
  })
})
