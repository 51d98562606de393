import { beforeAll, describe, expect, test } from 'vitest'
import { locales } from '../../src/contract/locale.ts'
import { type Scope, scopes } from '../../src/contract/scope.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Agent, agentAt, type Era, eras } from '../support/mcp-client.ts'
import type { Json } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { hostileNames, openTeamFixture, type TeamFixture } from '../support/team-fixture.ts'

let team: TeamFixture
let tables: Tables
let agent: Agent
let ada: string
beforeAll(async () => {
  team = await openTeamFixture(['ada'])
  tables = await openTables(team.running.db)
  agent = agentAt(team.running.url, team.account.token)
  ada = String(team.people.ada)
  await team.account.call('POST', `/playbook/ai/debrief/${ada}`, {})
})

const guide = 'assessment://guide/reading-scores'
const resultsOf = (id: string | undefined) => `assessment://profiles/${id}/results`
const debriefOf = (id: string | undefined) => `assessment://profiles/${id}/debrief`
const fixturesOf = (locale: string, assessment: string) =>
  `assessment://fixtures/${locale}/${assessment}/report`

function read(uri: string, era: Era = 'legacy', by = agent) {
  return by.request('resources/read', { uri }, era)
}

async function contentOf(uri: string, era: Era = 'legacy', by = agent) {
  const { body, text } = await read(uri, era, by)
  expect(body.result?.contents, text).toHaveLength(1)
  const [content] = body.result.contents
  expect(content.uri).toBe(uri)
  expect(content.text.length).toBeGreaterThan(10)
  return content as { mimeType: string; text: string; _meta?: Json }
}

async function errorOf(uri: string, era: Era = 'legacy') {
  const { status, body } = await read(uri, era)
  expect([status, body.error?.code, body.error?.data], uri).toEqual([200, -32602, { uri }])
  return body.error.message as string
}

describe('lists of resources and templates', () => {
  test('equal their golden files', async () => {
    const { resources } = (await agent.request('resources/list')).body.result
    const listed = resources.filter(({ uri }: Json) => uri.startsWith('assessment://'))
    const templates = (await agent.request('resources/templates/list')).body.result.resourceTemplates
    expect(listed.length).toBeGreaterThan(3)
    await expect(`${JSON.stringify(listed, null, 2)}\n`).toMatchFileSnapshot('resources.golden')
    await expect(`${JSON.stringify(templates, null, 2)}\n`).toMatchFileSnapshot('templates.golden')
    for (const one of [...listed, ...templates]) {
      expect(one.title, one.name).toMatch(/^[A-Z]/)
      expect(one.mimeType).toMatch(/^(application\/json|text\/markdown)$/)
      expect(one.annotations.priority).toBeGreaterThan(0)
    }
    const uris = listed.map((one: Json) => one.uri)
    expect(new Set(uris).size).toBe(uris.length)
  })

  test('are the same in both versions, at every call, and for a token without scopes', async () => {
    const { token } = await team.letIn(team.account, { scopes: [] })
    for (const method of ['resources/list', 'resources/templates/list']) {
      const key = method === 'resources/list' ? 'resources' : 'resourceTemplates'
      const listed = (await agent.request(method)).body.result[key]
      for (const by of [agent, agentAt(team.running.url, token)]) {
        for (const era of eras) {
          const { result } = (await by.request(method, {}, era)).body
          expect(result[key]).toEqual(listed)
          expect([result.ttlMs, result.cacheScope]).toEqual(
            era === 'modern' ? [300_000, 'private'] : [undefined, undefined],
          )
        }
      }
    }
  })

  test.each(eras)('everything listed can be read, with the declared type, %s', async (era) => {
    for (const { uri, mimeType } of (await agent.request('resources/list')).body.result.resources) {
      expect((await contentOf(uri, era)).mimeType, uri).toBe(mimeType)
    }
  })

  test('answers must not be cached for anyone else', async () => {
    const { result } = (await read(resultsOf(ada), 'modern')).body
    expect([result.resultType, result.cacheScope]).toEqual(['complete', 'private'])
    expect(result.ttlMs).toBeGreaterThanOrEqual(0)
    expect((await read(resultsOf(ada))).body.result).not.toHaveProperty('ttlMs')
  })
})

describe('the guide', () => {
  test.each(eras)('is Markdown, and says what scores must not be used for, %s', async (era) => {
    const { mimeType, text } = await contentOf(guide, era)
    expect(mimeType).toBe('text/markdown')
    expect(text).toMatch(/^# A guide/)
    expect(text.match(/^## /gm)?.length).toBeGreaterThan(4)
    expect(text).toMatch(/must not be used/i)
  })
})

describe('report texts', () => {
  test.each(['core', 'disc', 'focus'])('of %s in English are those of the REST API', async (assessment) => {
    const { text, mimeType } = await contentOf(fixturesOf('en', assessment))
    const rest = await team.account.call('GET', `/fixtures/en/${assessment}/report`)
    expect(mimeType).toBe('application/json')
    expect(JSON.parse(text)).toEqual({
      locale: 'en',
      assessment,
      reportFixtures: rest.body.reportFixtures,
    })
  })

  test.each(locales)('in %s exist where REST has them, and are not found elsewhere', async (locale) => {
    const rest = await team.account.call('GET', `/fixtures/${locale}/core/report`)
    for (const era of eras) {
      const { body } = await read(fixturesOf(locale, 'core'), era)
      if (rest.status === 200) expect(body.result.contents).toHaveLength(1)
      else
        expect(body.error).toMatchObject({
          code: -32602,
          data: { uri: fixturesOf(locale, 'core') },
          message: expect.stringContaining('resources/list'),
        })
    }
  })
})

describe('results', () => {
  test.each(eras)('are those of the profile, without addresses, %s', async (era) => {
    const { text } = await contentOf(resultsOf(ada), era)
    const { profile } = (await team.account.call('GET', `/profile/${ada}`)).body
    const { disc, focus, core, quality, scoring } = profile
    expect(JSON.parse(text)).toEqual({
      profileId: ada,
      name: 'Ada Osei',
      isCompleted: true,
      completedAssessments: ['disc', 'focus', 'core'],
      disc,
      focus,
      core,
      quality,
      scoring,
    })
    expect(text).not.toContain('@')
  })

  test('of a person who has completed nothing are null', async () => {
    const { text } = await contentOf(resultsOf(team.people.bo))
    expect(JSON.parse(text)).toMatchObject({ isCompleted: false, disc: null, focus: null, core: null })
  })

  test.each(hostileNames.map((name, at) => [name, at] as const))(
    '%s stays a text in JSON',
    async (name, at) => {
      const { text } = await contentOf(resultsOf(team.people[`hostile${at}`]))
      expect(JSON.parse(text).name).toBe(`${name} Person`)
      expect(text).not.toMatch(/[<>`&]|\{\{/)
    },
  )
})

describe('a debrief', () => {
  test.each(eras)('is the stored one, as Markdown, %s', async (era) => {
    const stored = (await team.account.call('GET', `/playbook/ai/debrief/${ada}`)).body.data
    const { text, mimeType, _meta } = await contentOf(debriefOf(ada), era)
    expect([text, mimeType]).toEqual([stored.content, 'text/markdown'])
    expect(_meta).toMatchObject({ 'timbre/debriefId': stored.id, 'timbre/stale': false })
  })

  test('is not written by reading, and a missing one is not found', async () => {
    await tables.expectUnchanged(async () => {
      for (const era of eras) {
        expect(await errorOf(debriefOf(team.people.bo), era)).toContain('get_behavioral_summary')
      }
    })
  })
})

describe('the latest events', () => {
  const latest = 'assessment://events/latest'

  test.each(eras)('are the last fifty of the feed, the newest first, %s', async (era) => {
    const feed = (await team.account.call('GET', '/events?before=latest&limit=50')).body
    expect(feed.events.length).toBeGreaterThan(3)
    const { events, hasMore } = JSON.parse((await contentOf(latest, era)).text)
    expect(events.map(({ seq }: Json) => seq)).toEqual(feed.events.map(({ seq }: Json) => seq))
    expect(hasMore).toBe(feed.hasMore)
    const { id, seq, type, timestamp, by, data } = feed.events[0]
    expect(events[0]).toEqual({ id, seq, type, timestamp, by, data })
  })

  test('403 without account:read', async () => {
    const others = scopes.filter((scope) => scope !== 'account:read')
    const { token } = await team.letIn(team.account, { scopes: others })
    for (const era of eras) {
      const answer = await read(latest, era, agentAt(team.running.url, token))
      expect(answer.status).toBe(403)
      expect(answer.headers.get('www-authenticate')).toContain('scope="account:read"')
    }
  })
})

describe('unknown resources', () => {
  test.each(eras)('-32602 with the address, the same for foreign and for unknown ones, %s', async (era) => {
    const said = async (uri: string) => (await errorOf(uri, era)).replaceAll(uri, '')
    for (const of of [resultsOf, debriefOf]) {
      const unknown = await said(of(newPublicId()))
      for (const id of [String(team.people.foreign), 'nobody', 'A'.repeat(24), '%00', '..', '{profileId}']) {
        expect(await said(of(id)), id).toBe(unknown)
      }
    }
    for (const uri of [
      'assessment://nothing',
      'assessment://profiles//results',
      `${resultsOf(ada)}/more`,
      `${resultsOf(ada)}?a=b`,
      `other://profiles/${ada}/results`,
      fixturesOf('xx', 'core'),
      fixturesOf('en', 'toString'),
      'file:///etc/passwd',
      '',
    ]) {
      await errorOf(uri, era)
    }
  })
})

describe('without the scope', () => {
  const scopeSets = [[], ...scopes.map((scope) => [scope])] as Scope[][]
  const metadata = () => `resource_metadata="${team.running.url}/.well-known/oauth-protected-resource/mcp"`

  test('403 for results and debriefs of anyone, before any lookup', () => isRefused(2))
  test('403 in both versions for each of them', { tags: 'long' }, () => isRefused())

  /** In both versions, for results and debriefs of known and unknown people, or some of these in turn. */
  async function isRefused(some?: number): Promise<void> {
    const tried = [ada, String(team.people.foreign), newPublicId(), 'nobody'].flatMap((id) =>
      eras.flatMap((era) => [resultsOf(id), debriefOf(id)].map((uri) => ({ era, uri }))),
    )
    const lacking = scopeSets.filter((one) => !one.includes('profiles:read'))
    const tokens = new Map<unknown, string>()
    for (const scopes of lacking) tokens.set(scopes, (await team.letIn(team.account, { scopes })).token)
    await tables.expectUnchanged(async () => {
      for (const [at, scopes] of lacking.entries()) {
        const by = agentAt(team.running.url, tokens.get(scopes))
        const from = at * (some ?? 0)
        for (const { era, uri } of tried.slice(from, from + (some ?? tried.length))) {
          const answer = await read(uri, era, by)
          expect(answer.status, `${scopes} ${uri}`).toBe(403)
          expect(answer.headers.get('www-authenticate')).toBe(
            `Bearer error="insufficient_scope", scope="profiles:read", ${metadata()}`,
          )
          expectEnvelope(answer, uri)
        }
      }
    })
  }

  test('200 for the guide and the report texts, with any token', async () => {
    for (const scopes of scopeSets) {
      const by = agentAt(team.running.url, (await team.letIn(team.account, { scopes })).token)
      for (const uri of [guide, fixturesOf('en', 'disc')]) await contentOf(uri, 'modern', by)
    }
  })

  test('200 for results with profiles:read alone', async () => {
    const { token } = await team.letIn(team.account, { scopes: ['profiles:read'] })
    await contentOf(resultsOf(ada), 'modern', agentAt(team.running.url, token))
  })
})

test('403 while the account is paused, and 421 for one of another region, also if nothing of it is read', async () => {
  const paused = await team.running.account({ paused: true })
  const elsewhere = await team.letIn(team.stranger, { region: 'eu' })
  for (const era of eras) {
    for (const uri of [guide, fixturesOf('en', 'disc'), resultsOf(ada), 'assessment://nothing']) {
      const first = await read(uri, era, agentAt(team.running.url, paused.token))
      expect([first.status, first.body.error?.code], uri).toEqual([403, 'account_paused'])
      const second = await read(uri, era, agentAt(team.running.url, elsewhere.token))
      expect([second.status, second.body.region?.zone], uri).toEqual([421, 'eu'])
    }
  }
})

test('nothing of a batch is read if one call lacks its scope', async () => {
  const { token } = await team.letIn(team.account, { scopes: ['tags:manage'] })
  const message = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params })
  const answer = await agentAt(team.running.url, token).post([
    message(1, 'resources/read', { uri: guide }),
    message(2, 'resources/read', { uri: resultsOf(ada) }),
    message(3, 'prompts/get', { name: 'team_snapshot', arguments: { tag: 'Team' } }),
  ])
  expect(answer.status).toBe(403)
  expect(answer.headers.get('www-authenticate')).toContain('scope="profiles:read tags:manage"')
})
