import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { importPeople, newEmail } from '../support/test-rows.ts'

let running: TestService
let account: TestAccount
let stranger: TestAccount
let people: string[]
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  stranger = await running.account()
  people = await importPeople(
    account,
    [1, 2, 3].map(() => ({ email: newEmail() })),
  )
})

const create = async (fields: object): Promise<Json> => {
  const answer = await account.call('POST', '/saved-team', { name: 'Launch', ...fields })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.savedTeam
}
const read = async (id: string): Promise<Json> =>
  (await account.call('GET', `/saved-team/${id}`)).body.savedTeam

describe('a saved team', () => {
  test('201 with its people, listed by name with their number, and found without accents', async () => {
    const team = await create({
      name: ' Équipe A ',
      note: ' Meets on Tuesdays ',
      profileIds: [people[1], people[0], people[1]],
    })
    expect(team).toMatchObject({
      name: 'Équipe A',
      note: 'Meets on Tuesdays',
      color: 'zinc',
      profileCount: 2,
      profiles: [people[0], people[1]].toSorted(),
    })
    await create({ name: 'Alpha', color: 'red' })
    const { savedTeams, pagination } = (await account.call('GET', '/saved-teams?search=equipe')).body
    expect([savedTeams, pagination.total]).toEqual([
      [expect.objectContaining({ id: team.id, profileCount: 2 })],
      1,
    ])
    expect(savedTeams[0]).not.toHaveProperty('profiles')
    const names = (await account.call('GET', '/saved-teams?limit=100')).body.savedTeams.map(
      (one: Json) => one.name,
    )
    expect(names).toEqual(['Alpha', 'Équipe A'])
  })

  test('201 with everyone of tags and other teams, whether they have results or not', async () => {
    const [first, second, third] = people as [string, string, string]
    const { tag } = (await account.call('POST', '/tag', { label: `Launch ${newPublicId()}`, color: 'red' }))
      .body
    await account.call('POST', `/tag/${tag.id}/profiles`, { profileIds: [first, second] })
    const other = await create({ profileIds: [third] })
    const chosen = { profileIds: [first], tagIds: [tag.id], savedTeamIds: [other.id] }
    const team = await create(chosen)
    expect(team.profiles).toEqual(people.toSorted())
    const entry = (await account.call('GET', `/audit-log?targetId=${team.id}`)).body.entries[0]
    expect(entry.changes.added).toEqual({ count: 3, profileIds: people.toSorted() })
    for (const [field, code] of [
      ['profileIds', 'profile_not_found'],
      ['tagIds', 'tag_not_found'],
      ['savedTeamIds', 'saved_team_not_found'],
    ] as const) {
      const answer = await account.call('POST', '/saved-team', {
        ...{ name: 'Launch', ...chosen },
        [field]: [...chosen[field], newPublicId()],
      })
      expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([404, code, field])
    }
    const ofStranger = await stranger.call('POST', '/saved-team', { name: 'Launch', tagIds: [tag.id] })
    expect(ofStranger.status).toBe(404)
  })

  test('200 renamed and with another note; nothing is written without a change', async () => {
    const { id } = await create({ note: 'First' })
    const change = (fields: object) => account.call('PATCH', `/saved-team/${id}`, fields)
    expect((await change({ name: 'Launch 2', note: null })).body.savedTeam).toMatchObject({
      name: 'Launch 2',
      note: null,
    })
    await change({ name: 'Launch 2' })
    const { entries } = (await account.call('GET', `/audit-log?targetId=${id}`)).body
    expect(entries.map((entry: Json) => [entry.action, entry.changes])).toEqual([
      ['update_saved_team', { fields: ['name', 'note'] }],
      ['create_saved_team', { fields: ['color', 'name', 'note'] }],
    ])
    expect((await change({})).status).toBe(400)
    expect((await change({ name: ' ' })).status).toBe(400)
  })

  test('200 with people added and removed, which events say; a deleted person is in no team', async () => {
    const { id } = await create({ profileIds: [people[0]] })
    const path = `/saved-team/${id}/profiles`
    const [gone] = await importPeople(account, [{ email: newEmail() }])
    const added = await account.call('POST', path, { profileIds: [people[0], people[1], gone] })
    expect(added.body.savedTeam.profileCount).toBe(3)
    const removed = await account.call('DELETE', path, { profileIds: [people[0], newPublicId()] })
    expect(removed.body.savedTeam.profiles).toEqual([people[1], gone].toSorted())
    await account.call('DELETE', path, { profileIds: [people[0]] })
    await account.call('DELETE', `/profile/${gone}`)
    expect((await read(id)).profiles).toEqual([people[1]])
    const { events } = (await account.call('GET', '/events?types=savedTeam.peopleChanged&limit=100')).body
    expect(
      events
        .filter(({ data }: Json) => data.savedTeamId === id)
        .map(({ data }: Json) => [data.addedProfileIds, data.removedProfileIds]),
    ).toEqual([
      [[people[1], gone], []],
      [[], [people[0]]],
    ])
  })

  test('200 as the people of GET /team, together with those of tags', { tags: 'long' }, async () => {
    const { id } = await create({ profileIds: [people[0], people[1]] })
    const { body } = await account.call('POST', '/tag', { label: 'Sales', color: 'red' })
    await account.call('PUT', `/tag/${body.tag.id}/profiles`, { profileIds: [people[1], people[2]] })
    const count = async (query: string) =>
      (await account.call('GET', `/team?${query}`)).body.team.profileCount
    expect(await count(`savedTeamIds=${id}`)).toBe(2)
    expect(await count(`savedTeamIds=${id}&tagIds=${body.tag.id}`)).toBe(3)
    expect((await account.call('GET', `/team?savedTeamIds=${id}&profileIds=${people[0]}`)).status).toBe(400)
    expect((await stranger.call('GET', `/team?savedTeamIds=${id}`)).body.team.profileCount).toBe(0)
  })

  test('204 deleted: its people stay', async () => {
    const { id } = await create({ profileIds: [people[0]] })
    expect((await account.call('DELETE', `/saved-team/${id}`)).status).toBe(204)
    expect((await account.call('GET', `/saved-team/${id}`)).body.error.code).toBe('saved_team_not_found')
    expect((await account.call('DELETE', `/saved-team/${id}`)).status).toBe(404)
    expect((await account.call('GET', `/profile/${people[0]}`)).status).toBe(200)
  })

  test('404 for an unknown person and one of another account: nothing is changed', {
    tags: 'long',
  }, async () => {
    const { id } = await create({ profileIds: [people[0]] })
    const [foreign] = await importPeople(stranger, [{ email: newEmail() }])
    for (const stray of [foreign, newPublicId()]) {
      const answer = await account.call('POST', `/saved-team/${id}/profiles`, {
        profileIds: [people[1], stray],
      })
      expect([answer.status, answer.body.error.code]).toEqual([404, 'profile_not_found'])
      expect((await account.call('POST', '/saved-team', { name: 'No', profileIds: [stray] })).status).toBe(
        404,
      )
    }
    expect((await read(id)).profiles).toEqual([people[0]])
  })

  test('409 for more than 500 people, and for more than 500 teams', async () => {
    const { id } = await create({ profileIds: [people[0]] })
    const { admin } = running.db
    await admin(
      `with more as (
         insert into profile (account_id, id, created_at, updated_at, state, attempt, available_assessments,
             completed_assessments, is_completed, doc)
         select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'pending', 1, '{disc}', '{}', false, '{}' from generate_series(1, 499) n
         returning account_id, id)
       insert into saved_team_person (account_id, team_id, profile_id) select account_id, $2, id from more`,
      [account.id, id],
    )
    const full = await account.call('POST', `/saved-team/${id}/profiles`, { profileIds: [people[1]] })
    expect([full.status, full.body.error.code]).toEqual([409, 'saved_team_full'])
    expect(
      (await account.call('POST', `/saved-team/${id}/profiles`, { profileIds: [people[0]] })).status,
    ).toBe(200)
    await admin(
      `insert into saved_team (account_id, id, created_at, updated_at, name, name_key, color)
       select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'T', 't', 'red' from generate_series(1, 500) n`,
      [account.id],
    )
    const many = await account.call('POST', '/saved-team', { name: 'One more' })
    expect([many.status, many.body.error.code]).toEqual([409, 'too_many_saved_teams'])
  })
})
