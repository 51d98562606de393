import { beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/contract/scope.ts'
import { type Agent, agentAt, type Era, eras } from '../support/mcp-client.ts'
import type { Json } from '../support/service.ts'
import { hostileNames, openTeamFixture, type TeamFixture } from '../support/team-fixture.ts'

let team: TeamFixture
let agent: Agent
beforeAll(async () => {
  team = await openTeamFixture()
  agent = agentAt(team.running.url, team.account.token)
})

type Ref = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
const personA: Ref = { type: 'ref/prompt', name: 'compare_two_people' }
const teamTag: Ref = { type: 'ref/prompt', name: 'team_snapshot' }
const fixtures: Ref = { type: 'ref/resource', uri: 'assessment://fixtures/{locale}/{assessment}/report' }
const results: Ref = { type: 'ref/resource', uri: 'assessment://profiles/{profileId}/results' }

async function complete(ref: Ref, name: string, value: string, era: Era = 'legacy', by = agent) {
  const { status, body, text } = await by.request(
    'completion/complete',
    { ref, argument: { name, value } },
    era,
  )
  expect(status, text).toBe(200)
  expect(body.result?.completion, text).toBeDefined()
  return body.result.completion as { values: string[]; total: number; hasMore: boolean }
}

const ids = (known: Record<string, string>) => Object.values(known)

describe.each(eras.slice(1))('completion, %s', completes)
describe.each(eras.slice(0, 1))('completion, %s', { tags: 'long' }, completes)

function completes(era: Era): void {
  test('of a locale: e gives en and es; an empty text gives all nine', async () => {
    expect(await complete(fixtures, 'locale', 'e', era)).toEqual({
      values: ['en', 'es'],
      total: 2,
      hasMore: false,
    })
    expect((await complete(fixtures, 'locale', '', era)).values).toHaveLength(9)
    expect((await complete(fixtures, 'locale', 'PT', era)).values).toEqual(['pt_BR'])
    expect((await complete(fixtures, 'locale', 'x', era)).values).toEqual([])
  })

  test('of an assessment', async () => {
    expect((await complete(fixtures, 'assessment', '', era)).values).toEqual(['core', 'disc', 'focus'])
    expect((await complete(fixtures, 'assessment', 'd', era)).values).toEqual(['disc'])
  })

  test('of people by name, and never of another account', async () => {
    const { values, total, hasMore } = await complete(personA, 'personA', 'ada', era)
    expect(values.sort()).toEqual(['Ada', 'Ada Osei'])
    expect([total, hasMore]).toEqual([2, false])
    expect((await complete(personA, 'personB', 'angstrom', era)).values).toEqual(['Zoë Ångström'])
    expect((await complete(personA, 'personA', 'foreign', era)).values).toEqual([])
    expect((await complete(personA, 'personA', String(team.people.foreign), era)).values).toEqual([])
    expect((await complete(results, 'profileId', String(team.people.foreign), era)).values).toEqual([])
  })

  test('of tags by label, and never of another account', async () => {
    expect((await complete(teamTag, 'tag', 'te', era)).values).toEqual(['Team'])
    expect((await complete(teamTag, 'tag', 'foreign', era)).values).toEqual([])
    expect((await complete(teamTag, 'tag', String(team.tags.foreign), era)).values).toEqual([])
  })

  test('of ids in a resource address, by people’s names', async () => {
    expect((await complete(results, 'profileId', 'osei', era)).values).toEqual([team.people.ada])
    const own = String(team.people.bo)
    expect((await complete(results, 'profileId', own, era)).values).toEqual([own])
  })

  test('of nothing for free text', async () => {
    const ref: Ref = { type: 'ref/prompt', name: 'prepare_one_on_one' }
    expect(await complete(ref, 'goal', 'a', era)).toEqual({ values: [], total: 0, hasMore: false })
  })
}

describe('two with the same name', () => {
  test('are distinguished by id, and found again by the beginning of their completion', async () => {
    const { values } = await complete(personA, 'personA', 'sam')
    const { samOne, samTwo } = team.people
    expect(values.sort()).toEqual([`Sam Twice (${samOne})`, `Sam Twice (${samTwo})`].sort())
    const begun = `Sam Twice (${samTwo}`.slice(0, -1)
    expect((await complete(personA, 'personA', begun)).values).toEqual([`Sam Twice (${samTwo})`])
  })

  test('includes tags, ignoring case', async () => {
    const { twiceOne, twiceTwo } = team.tags
    expect((await complete(teamTag, 'tag', 'twice')).values.sort()).toEqual(
      [`Twice (${twiceOne})`, `twice (${twiceTwo})`].sort(),
    )
  })

  test('people without a name are listed by address', async () => {
    const { values } = await complete(personA, 'personA', '')
    expect(values).toContain(`unnamed@test.test (${team.people.unnamed})`)
  })
})

test.each(['prepare_one_on_one', 'team_snapshot'])(
  'the completion of %s is a valid value for it',
  async (name) => {
    const argument = name === 'team_snapshot' ? 'tag' : 'person'
    const { values, total } = await complete({ type: 'ref/prompt', name }, argument, '')
    const expected = ids(argument === 'tag' ? team.tags : team.people).length - 1
    expect([values.length, total, new Set(values).size]).toEqual([expected, expected, expected])
    const meant = new Set<string>()
    for (const value of values) {
      const { body, text } = await agent.request('prompts/get', { name, arguments: { [argument]: value } })
      expect(body.result, `${value}: ${text}`).toBeDefined()
      const data = JSON.parse(body.result.messages[1].content.text) as Json
      meant.add((data.tag ?? data.person).id)
    }
    expect(meant.size).toBe(expected)
  },
)

describe('special characters', () => {
  test.each(['%', '_', '[b-s]*', '100% [b-s]*'])('%s is searched literally', async (value) => {
    const { values } = await complete(personA, 'personA', value)
    const found = values.filter((one) => one.startsWith('100% [b-s]* Off_'))
    expect(found).toHaveLength(1)
    for (const one of values) expect(one).not.toMatch(/^(Ada|Bo|Sam|Zoë)/)
  })

  test.each(['.*', '\\', '%%', "' or 1=1 --", '(', '$^'])('%s completes to nothing', async (value) => {
    const { values } = await complete(personA, 'personA', value)
    for (const one of values) expect(one).toContain(value)
    for (const one of (await complete(teamTag, 'tag', value)).values) expect(one).toContain(value)
  })

  test.each([
    ['half a character', '\ud83d'],
    ['NUL', 'a\0b'],
    ['more than a name has', 'a'.repeat(101)],
  ])('%s is an unknown name, and no error', async (_, value) => {
    expect((await complete(personA, 'personA', value)).values).toEqual([])
    expect((await complete(teamTag, 'tag', value)).values).toEqual([])
    expect((await complete(results, 'profileId', value)).values).toEqual([])
  })

  test('a hostile name is a value like any other', async () => {
    expect((await complete(personA, 'personA', 'ignore')).values).toEqual([`${hostileNames[0]} Person`])
  })
})

describe('without the scope', () => {
  const requests: [string, Ref, string, Scope][] = [
    ['people', personA, 'personA', 'profiles:read'],
    ['ids of people', results, 'profileId', 'profiles:read'],
    ['tags', teamTag, 'tag', 'tags:manage'],
  ]
  test.each(requests)('%s completes to nothing, without a reason', async (_, ref, name, scope) => {
    const others = (
      ['profiles:read', 'profiles:write', 'tags:manage', 'account:read', 'account:write'] as const
    ).filter((one) => one !== scope)
    for (const scopes of [[], ...others.map((other) => [other]), others]) {
      const { token } = await team.letIn(team.account, { scopes })
      const by = agentAt(team.running.url, token)
      for (const value of ['', 'a', 't', String(team.people.ada), String(team.tags.team)]) {
        const completion = await complete(ref, name, value, 'legacy', by)
        expect(completion, `${scopes} ${value}`).toEqual({ values: [], total: 0, hasMore: false })
      }
    }
    const { token } = await team.letIn(team.account, { scopes: [scope] })
    const own = await complete(ref, name, '', 'modern', agentAt(team.running.url, token))
    expect(own.values.length).toBeGreaterThan(2)
  })

  test('locales need no scope', async () => {
    const { token } = await team.letIn(team.account, { scopes: [] })
    const by = agentAt(team.running.url, token)
    expect((await complete(fixtures, 'locale', 'e', 'modern', by)).values).toEqual(['en', 'es'])
  })
})

test('at most a hundred values, with the true total', async () => {
  const account = await team.running.account()
  await team.running.db.admin(
    `insert into tag (account_id, id, created_at, updated_at, label, label_key, color)
     select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'Many ' || n, 'many ' || n, 'red'
       from generate_series(1, 130) as n`,
    [account.id],
  )
  const completion = await complete(
    teamTag,
    'tag',
    'many',
    'modern',
    agentAt(team.running.url, account.token),
  )
  expect([completion.values.length, completion.total, completion.hasMore]).toEqual([100, 130, true])
  // Another with the same label may come after the first hundred, so each value has its id.
  for (const value of completion.values) expect(value).toMatch(/^Many \d+ \([0-9a-f]{24}\)$/)
})

test.each([
  ['a prompt', { type: 'ref/prompt', name: 'nothing' }, 'a'],
  ['an argument', personA, 'personC'],
  ['a template', { type: 'ref/resource', uri: 'assessment://nothing/{a}' }, 'a'],
  ['a part of one', fixtures, 'profileId'],
] as [string, Ref, string][])('-32602 for %s that does not exist', async (_, ref, name) => {
  for (const era of eras) {
    const params = { ref, argument: { name, value: '' } }
    const { body } = await agent.request('completion/complete', params, era)
    expect(body.error?.code).toBe(-32602)
  }
})
