import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { completePerson } from '../support/inputs.ts'
import { type Agent, agentAt, mcpErrorOf, resultOf } from '../support/mcp-client.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
let agent: Agent
let tagId: string
let completed: string
const ids: Record<string, string> = {}
beforeAll(async () => {
  running = await startTestService()
  const other = await running.account()
  await other.call('POST', '/profile', { email: 'ada@other.test', firstName: 'Ada', lastName: 'Osei' })
  account = await running.account()
  agent = agentAt(running.url, account.token)
  tagId = resultOf(await agent.call('create_tag', { label: 'Team', color: 'red' })).id
  for (const [name, person] of Object.entries({
    ada: {
      email: 'ada@test.test',
      phone: '+4915112345678',
      firstName: 'Ada',
      lastName: 'Osei',
      tagIds: [tagId],
    },
    jose: { firstName: 'José' },
    nameless: { email: 'nameless@test.test' },
    percent: { firstName: '100%_"\'' },
  }))
    ids[name] = (await account.call('POST', '/profile', person)).body.profile.id
  completed = await completePerson(running, account, 'done')
})

const list = async (input?: object): Promise<Json> => resultOf(await agent.call('list_profiles', input))
const idsOf = async (input: object) => (await list(input)).profiles.map((profile: Json) => profile.id)

describe('list_profiles', () => {
  test('lists the account’s people, newest first, without results', async () => {
    const { profiles, ...page } = await list()
    expect(page).toEqual({ total: 5, page: 1, limit: 10, hasMore: false })
    const inRest = (await account.call('GET', '/profiles')).body.profiles
    expect(profiles.map((profile: Json) => profile.id)).toEqual(inRest.map((one: Json) => one.id))
    const of = (id: string | undefined) => profiles.find((profile: Json) => profile.id === id)
    expect(of(ids.ada)).toEqual({
      id: ids.ada,
      name: 'Ada Osei',
      email: 'ada@test.test',
      phone: '+4915112345678',
      isCompleted: false,
      tagIds: [tagId],
    })
    expect(of(ids.nameless)).toMatchObject({ name: null, phone: null, tagIds: [] })
    for (const profile of profiles)
      expect(Object.keys(profile)).toEqual(['id', 'name', 'email', 'phone', 'isCompleted', 'tagIds'])
  })

  test('finds by name with typos, by tag and by completion', async () => {
    expect(await idsOf({ search: 'osie ada' })).toEqual([ids.ada])
    expect(await idsOf({ search: 'jose' })).toEqual([ids.jose])
    expect(await idsOf({ tagId })).toEqual([ids.ada])
    expect(await idsOf({ isCompleted: true })).toEqual([completed])
    expect(await idsOf({ isCompleted: false, search: 'ada' })).toEqual([ids.ada])
  })

  test.each(['%', '_', '"', "'", '100%_'])('searches %s literally', async (search) => {
    const found = await idsOf({ search })
    expect(found.filter((id: string) => id !== ids.percent)).toEqual([])
  })

  test.each(['.*', '\\', '%%', "' or 1=1 --", '& | ! <->:*'])('finds no one for %s', async (search) => {
    expect(await idsOf({ search })).toEqual([])
  })

  test('pages, and is empty with the right total past the end', async () => {
    expect(await list({ limit: 2, page: 3 })).toMatchObject({ total: 5, page: 3, limit: 2, hasMore: false })
    expect(await list({ limit: 2, page: 4 })).toMatchObject({ profiles: [], total: 5, page: 4 })
  })

  test('is empty for a tag of another account and for an unknown one', async () => {
    const other = await running.account()
    const foreign = (await other.call('POST', '/tag', { label: 'a', color: 'red' })).body.tag.id
    for (const one of [foreign, newPublicId()])
      expect(await list({ tagId: one })).toMatchObject({ profiles: [], total: 0 })
  })

  test.each(['nobody', '', 'A'.repeat(24), "' or 1=1 --"])(
    'refuses the tag "%s" as invalid tagId',
    async (one) => {
      expect(mcpErrorOf(await agent.call('list_profiles', { tagId: one }))).toMatch(/^invalid tagId/)
    },
  )

  test.each([
    [{ isCompleted: 'true' }, /^isCompleted must be true or false/],
    [{ search: 'x'.repeat(101) }, /^search is too long/],
    [{ limit: 101 }, /^limit must be at most 100/],
    [{ page: 0 }, /^page starts at 1/],
    [{ tagIds: [] }, /Unknown parameter "tagIds". Did you mean "tagId"/],
    [{ accountId: 'x' }, /Unknown parameter "accountId"/],
  ])('refuses %j with a text', async (input, words) => {
    expect(mcpErrorOf(await agent.call('list_profiles', input))).toMatch(words)
  })
})
