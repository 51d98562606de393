import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog.ts'
import { dashboardClientId } from '../../src/contract/authorization.ts'
import type { Operation } from '../../src/contract/operation.ts'
import type { Sql } from '../../src/contract/ports.ts'
import { scopesOfRole } from '../../src/contract/scope.ts'
import { readLargeTeam } from '../../src/domain/team/density-store.ts'
import { limitedToTeams } from '../../src/gate/coach.ts'
import { createAppGranter, type Delegate, type GrantApp } from '../support/delegates.ts'
import { comparable, expectEnvelope } from '../support/envelope.ts'
import { openSubjects, type Subjects, sendInput, validInput, withUnknownIds } from '../support/inputs.ts'
import { agentAt, type McpAnswer } from '../support/mcp-client.ts'
import { type RestOperation, restOperations } from '../support/rest-operations.ts'
import { sampleOf } from '../support/schemas.ts'
import {
  type Answer,
  type Json,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestNote } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let grantApp: GrantApp
/** People and things of the account that no team of the coach has. */
let outside: Subjects
let outsideIds: ReadonlySet<string>
let moreOutside: Awaited<ReturnType<typeof openSubjects>>
/** Two people of the coach's teams: one has their tag, and one is in their saved team. */
let own: Subjects
let coach: Delegate
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  grantApp = await createAppGranter(running)
  moreOutside = await openSubjects(running, account)
  outside = await moreOutside.fresh()
  outsideIds = new Set((await tables.dump()).match(/\b[0-9a-f]{24}\b/g)).difference(new Set([account.id]))
  own = await (await openSubjects(running, account)).fresh()
  coach = await addCoach([own.tag], [own.savedTeam])
  await tables.rows('delete from saved_team_person where team_id = $1', [own.savedTeam])
  await putInto(own.savedTeam, own.profile)
  await writeNote()
})

/** A note of the coach, who may change and delete no one else's. */
async function writeNote(): Promise<void> {
  const { memberId } = coach
  await tables.rows('delete from coaching_note where member_id = $1', [memberId])
  own.note = await insertTestNote(running, { accountId: account.id, memberId, profileId: own.profile })
}

async function addCoach(teams: readonly string[], saved: readonly string[] = []): Promise<Delegate> {
  const added = await grantApp(account, {
    role: 'coach',
    scopes: scopesOfRole('coach'),
    clientId: dashboardClientId,
  })
  for (const tag of teams)
    await tables.rows('insert into member_team values ($1, $2, $3, now())', [account.id, added.memberId, tag])
  for (const team of saved)
    await tables.rows('insert into member_saved_team values ($1, $2, $3, now())', [
      account.id,
      added.memberId,
      team,
    ])
  return added
}

async function putInto(team: string, profile: string): Promise<void> {
  await tables.rows('insert into saved_team_person (account_id, team_id, profile_id) values ($1, $2, $3)', [
    account.id,
    team,
    profile,
  ])
}

async function tagWith(tag: string, profile: string): Promise<void> {
  await tables.rows('insert into profile_tag (account_id, tag_id, profile_id) values ($1, $2, $3)', [
    account.id,
    tag,
    profile,
  ])
}

/** Ids and names in an answer that the coach must not see, and did not send. */
function leaksOf(text: string, sent: unknown): string[] {
  const known = JSON.stringify(sent)
  const ids = [...new Set(text.match(/\b[0-9a-f]{24}\b/g))].filter(
    (id) => outsideIds.has(id) && !known.includes(id),
  )
  return text.includes(outside.canary) && !known.includes(outside.canary) ? [...ids, outside.canary] : ids
}

const isOpen = (operation: object) => 'coaches' in operation && operation.coaches === 'theirTeams'
const openOperations = restOperations.filter(({ operation }) => isOpen(operation))
const closedOperations = restOperations.filter(({ operation }) => !isOpen(operation))

/** Lists and totals with each kind of filter, of their own people and of others. */
function listPaths(): string[] {
  const [mine, theirs] = [`${own.profile},${own.completed}`, `${outside.profile},${outside.completed}`]
  return [
    ...[
      '/profiles',
      '/profiles?includeTags=true',
      '/profiles?sortProp=name',
      '/profiles?sortProp=_id&limit=1',
    ],
    ...[
      '/profiles?state=active',
      '/profiles?isCompleted=true',
      '/profiles?status=sent',
      '/profiles?assessmentIds=disc',
    ],
    ...[`/profiles?tagIds=${outside.tag},${own.tag}`, `/profiles?tagIds=${outside.tag}`, '/pending-profiles'],
    ...[
      `/profiles?profileIds=${mine},${theirs}`,
      '/profiles?search=First',
      '/profiles?search=Frist',
      '/profiles?search=test',
    ],
    ...[
      `/profiles?search=${outside.email}`,
      `/profiles?search=@${outside.canary}.test`,
      '/profiles?page=2&limit=1',
    ],
    ...[
      '/profiles/statuses',
      '/profiles/statuses?search=First',
      `/profiles/progress?profileIds=${mine},${theirs}`,
    ],
    ...['/tags', '/tags?includeProfiles=false', '/tags?search=team', '/account', '/account?includeTags=true'],
    ...[
      `/team?profileIds=${mine},${theirs}`,
      `/team?tagIds=${own.tag},${outside.tag}`,
      `/team?tagIds=${outside.tag}`,
      `/team?savedTeamIds=${own.savedTeam},${outside.savedTeam}`,
      `/team?savedTeamIds=${outside.savedTeam}`,
    ],
    ...['/saved-teams', '/saved-teams?search=team'],
  ]
}

describe('every REST operation', () => {
  test('is either refused to a coach or shows the people of their teams only', async () => {
    expect(openOperations.length).toBeGreaterThan(15)
    await tables.expectUnchanged(async () => {
      for (const [at, endpoint] of closedOperations.entries())
        await expectRefused(endpoint, at % 2 ? own : outside)
    })
    for (const endpoint of openOperations) {
      const input = validInput(endpoint, own)
      const answer = await sendInput(coach.call, endpoint, input)
      expect(answer.status, `${endpoint.name}: ${answer.text}`).toBeLessThan(300)
      expect(leaksOf(answer.text, input), endpoint.name).toEqual([])
    }
  }, 60_000)

  test('that is refused is so for people of the teams and for others', { tags: 'long' }, async () => {
    for (const endpoint of closedOperations)
      for (const subjects of [own, outside])
        await tables.expectUnchanged(() => expectRefused(endpoint, subjects))
  })

  async function expectRefused(endpoint: RestOperation, subjects: Subjects): Promise<void> {
    const answer = await sendInput(coach.call, endpoint, validInput(endpoint, subjects))
    expectEnvelope(answer, endpoint.name)
    expect([answer.status, answer.body.error.code], endpoint.name).toEqual([
      403,
      expect.stringMatching(/^(role_missing|insufficient_scope)$/),
    ])
    expect(leaksOf(answer.text, validInput(endpoint, subjects)), endpoint.name).toEqual([])
  }

  test('answers about people outside the teams as about people who do not exist, byte for byte', async () => {
    for (const endpoint of openOperations) {
      const input = validInput(endpoint, outside)
      const unknown = withUnknownIds(endpoint, input)
      const [answer, other] = [
        await sendInput(coach.call, endpoint, input),
        await sendInput(coach.call, endpoint, unknown),
      ]
      expect(leaksOf(answer.text, input), endpoint.name).toEqual([])
      expect(withoutIds(answer), endpoint.name).toBe(withoutIds(other))
    }
  })

  test('lists and totals have no one else, whatever the filter', async () => {
    for (const path of listPaths()) {
      const answer = await coach.call('GET', path)
      expect(answer.status, `${path}: ${answer.text}`).toBe(200)
      expect(leaksOf(answer.text, ''), path).toEqual([])
    }
    const total = async (path: string) => (await coach.call('GET', path)).body.pagination.total
    expect(await total('/profiles')).toBe(2)
    expect(await total(`/profiles?search=${outside.email}`)).toBe(0)
    expect(await total(`/profiles?tagIds=${outside.tag}`)).toBe(0)
    expect(await total('/profiles?search=Frist')).toBe(2)
    expect(await total('/tags')).toBe(1)
    expect(await total('/saved-teams')).toBe(1)
    const { data } = (await coach.call('GET', '/account')).body
    expect(data).toMatchObject({ sees: 'teams', usage: { profiles: 2, reports: 1, profileLimit: null } })
    expect((await account.call('GET', '/account')).body.data).toMatchObject({ sees: 'everyone' })
  })

  test('counts of a large team are those of the people of their teams', async () => {
    const chosen = {
      tagIds: [own.tag, outside.tag],
      savedTeamIds: [own.savedTeam, outside.savedTeam],
      profileIds: [outside.profile, outside.completed],
    }
    const read = (sql: Sql) => readLargeTeam(sql, account.id, chosen)
    const { database } = running.db
    const everyone = await database.inAccount(account.id, read)
    const theirs = await database.inAccount(account.id, limitedToTeams(coach.memberId, read))
    const alone = await database.inAccount(
      account.id,
      limitedToTeams(coach.memberId, (sql) =>
        readLargeTeam(sql, account.id, { tagIds: [own.tag], savedTeamIds: [own.savedTeam] }),
      ),
    )
    expect(everyone.profiles).toBeGreaterThan(theirs.profiles)
    expect(theirs).toMatchObject({ profiles: 2 })
    expect(theirs).toEqual(alone)
  })

  test('campaigns of a person are those they are in, and nobody else of a campaign is seen', async () => {
    const create = async (name: string, profileIds: readonly string[], note = 'A note to everyone') => {
      const people = { name, note, deadline: '2099-12-18', profileIds }
      return (await account.call('POST', '/campaign', people)).body.campaign.id as string
    }
    const [both, others] = [
      await create('Spring round', [own.profile, outside.profile]),
      await create('Board', [outside.profile, outside.completed]),
    ]
    await running.service.drainOutbox()
    const ask = (profileId: string) => coach.call('GET', `/profile/${profileId}/campaigns`)
    const answer = await ask(own.profile)
    expect(answer.body.campaigns[0]).toEqual({
      id: both,
      ...{ name: 'Spring round', state: 'open', deadline: '2099-12-18', step: 'sent', assessment: null },
      ...{ reminders: 0, invitedAt: expect.any(String), messagedAt: expect.any(String) },
      nextReminderAt: expect.any(String),
    })
    expect(leaksOf(answer.text, '')).toEqual([])
    expect(withoutTimes(answer)).toBe(
      withoutTimes(await account.call('GET', `/profile/${own.profile}/campaigns`)),
    )
    expect((await ask(outside.profile)).status).toBe(404)
    for (const path of ['/campaigns', `/campaign/${both}`, `/campaign/${both}/people`])
      expect((await coach.call('GET', path)).status, path).toBe(403)
    const { body } = await account.call('POST', '/profile', { email: 'newcomer@hidden.test' })
    const more = { profileIds: [body.profile.id], channel: 'email', campaignId: both }
    expect((await account.call('POST', '/profiles/invite', more)).status).toBe(200)
    expect((await ask(own.profile)).text).toBe(answer.text)
    // Without a condition of the operation: what the database itself shows.
    const rowsFor = (text: string) =>
      running.db.database.inAccount(
        account.id,
        limitedToTeams(coach.memberId, (sql) => sql.rows<Record<string, string>>(text)),
      )
    expect(await rowsFor(`select profile_id from campaign_person where campaign_id = '${both}'`)).toEqual([
      { profile_id: own.profile },
    ])
    const seen = (await rowsFor('select id from campaign')).map(({ id }) => id)
    expect([seen.includes(both), seen.includes(own.campaign), seen.includes(others)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await rowsFor('select campaign_id from campaign_waiting')).toEqual([])
    await account.call('DELETE', `/tag/${own.tag}/profiles`, { profileIds: [own.completed] })
    expect((await ask(own.completed)).status).toBe(404)
    await tagWith(own.tag, own.completed)
  })

  test('no answer changes with what happens outside the teams, nor with an index of everyone', async () => {
    await expectSameAnswers((ask) => withClaimedIndex(ask))
  })

  test('no answer changes with what happens outside the teams, without an index', {
    tags: 'long',
  }, async () => {
    await expectSameAnswers((ask) => ask())
  })

  async function expectSameAnswers(around: (ask: () => Promise<void>) => Promise<void>): Promise<void> {
    const ask = async () => {
      const answers = new Map<string, string>()
      await writeNote()
      for (const endpoint of openOperations) {
        // Notes are written again each time.
        const shown = endpoint.path.startsWith('/member/note') ? withoutIds : withoutTimes
        answers.set(endpoint.name, shown(await sendInput(coach.call, endpoint, validInput(endpoint, own))))
      }
      for (const path of listPaths()) answers.set(path, withoutTimes(await coach.call('GET', path)))
      return answers
    }
    await ask()
    const before = await ask()
    const others = [await moreOutside.fresh(), await moreOutside.fresh()]
    for (const { tag, savedTeam, profile } of others) {
      await tagWith(tag, profile)
      await putInto(savedTeam, profile)
    }
    await account.call('DELETE', `/profile/${outside.profile}`)
    await around(async () => expect(await ask()).toEqual(before))
    outside = others[0] as Subjects
  }
})

/** The account says that it has an index of 999 people, from which lists of others would count. */
async function withClaimedIndex(work: () => Promise<void>): Promise<void> {
  await tables.rows('insert into profile_index (account_id, ready, people) values ($1, true, 999)', [
    account.id,
  ])
  try {
    expect((await account.call('GET', '/account')).body.data.usage.profiles).toBeGreaterThan(900)
    await work()
  } finally {
    await tables.rows('delete from profile_index where account_id = $1', [account.id])
  }
}

function withoutTimes({ status, text }: Pick<Answer, 'status' | 'text'>): string {
  return `${status} ${comparable(text)
    .replace(/pong: [^"]+/, 'pong')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')}`
}

function withoutIds(answer: Pick<Answer, 'status' | 'text'>): string {
  return withoutTimes(answer).replace(/\b[0-9a-f]{24}\b/g, 'ID')
}

describe('every MCP tool, prompt and resource', () => {
  const tools = catalog.filter((operation) => operation.mcp)
  const idsOf = (subjects: Subjects) => (name: string) =>
    /tag/i.test(name) ? subjects.tag : subjects.completed

  /** Ids of tools are plain text, which the sample has no id for. */
  const toolInput = ({ input }: Operation, subjects: Subjects) => {
    const sample = sampleOf(input, idsOf(subjects)) as Record<string, unknown>
    const ids = Object.keys(sample).filter((name) => /^(tag|profile)Id$/.test(name))
    return { ...sample, ...Object.fromEntries(ids.map((name) => [name, idsOf(subjects)(name)])) }
  }

  test('is either refused to a coach or shows the people of their teams only', () =>
    expectTools((operation, at) => (isOpen(operation) ? [own, outside] : [at % 2 ? own : outside])))
  test('that is refused is so for people of the teams and for others', { tags: 'long' }, () =>
    expectTools(() => [own, outside]),
  )

  async function expectTools(
    subjectsFor: (operation: Operation, at: number) => readonly Subjects[],
  ): Promise<void> {
    const agent = agentAt(running.url, coach.token)
    for (const [at, operation] of tools.entries()) {
      for (const subjects of subjectsFor(operation, at)) {
        const input = toolInput(operation, subjects)
        const answer = await agent.call(operation.name, input)
        expect(leaksOf(answer.text, input), operation.name).toEqual([])
        if (!isOpen(operation)) expect(isRefused(answer), `${operation.name}: ${answer.text}`).toBe(true)
        else if (subjects === own) expect(answer.body.result?.isError, answer.text).toBeUndefined()
      }
    }
    const listed = await agent.call('list_profiles', { search: 'First' })
    expect(listed.body.result.structuredContent).toMatchObject({ total: 2 })
  }

  test('prompts, documents and completions too', () => expectOnlyTeams(() => outside))
  test('prompts, documents and completions for the people of the teams', { tags: 'long' }, () =>
    expectOnlyTeams(() => own),
  )

  async function expectOnlyTeams(about: () => Subjects): Promise<void> {
    const subjects = about()
    const agent = agentAt(running.url, coach.token)
    const { prompts } = (await agent.request('prompts/list')).body.result
    const { resourceTemplates } = (await agent.request('resources/templates/list')).body.result
    const { resources } = (await agent.request('resources/list')).body.result
    expect([prompts.length, resourceTemplates.length, resources.length].every((one) => one > 0)).toBe(true)
    for (const { name, arguments: known = [] } of prompts as {
      name: string
      arguments?: { name: string }[]
    }[]) {
      const args = Object.fromEntries(known.map((one) => [one.name, idsOf(subjects)(one.name)]))
      const answer = await agent.request('prompts/get', { name, arguments: args })
      expect(leaksOf(answer.text, args), name).toEqual([])
      for (const argument of known) {
        for (const value of ['', 'First', subjects.canary]) {
          const completion = { ref: { type: 'ref/prompt', name }, argument: { name: argument.name, value } }
          const { text } = await agent.request('completion/complete', completion)
          expect(leaksOf(text, value), `${name} ${argument.name} ${value}`).toEqual([])
        }
      }
    }
    const uris = [
      ...(resourceTemplates as Json[]).map(({ uriTemplate }) =>
        uriTemplate
          .replace('{profileId}', subjects.completed)
          .replace('{locale}', 'en')
          .replace('{assessment}', 'disc'),
      ),
      ...(resources as Json[]).map(({ uri }) => uri),
    ]
    for (const uri of uris) {
      const answer = await agent.request('resources/read', { uri })
      expect(leaksOf(answer.text, uri), uri).toEqual([])
    }
    const results = await agent.request('resources/read', {
      uri: `assessment://profiles/${own.completed}/results`,
    })
    expect(results.text).toContain('disc')
  }

  const isRefused = ({ status, body }: McpAnswer) => status === 403 || body.result?.isError === true
})

describe('the teams of a coach', () => {
  const seen = async (who: Delegate) =>
    ((await who.call('GET', '/profiles')).body.profiles as { id: string }[]).map(({ id }) => id).toSorted()
  // In both teams from here on.
  beforeAll(() => tagWith(own.tag, own.profile))
  const setTeams = (who: Delegate, tagIds: readonly string[], by: TestAccount['call'] = account.call) =>
    by('PUT', `/coach/${who.memberId}/teams`, { tagIds })

  test('a new coach sees no one, and then the people of the tags that an owner chooses, at once', async () => {
    const other = await addCoach([])
    expect(await seen(other)).toEqual([])
    const { status, body } = await setTeams(other, [own.tag])
    expect([status, body.coach]).toEqual([
      200,
      expect.objectContaining({
        memberId: other.memberId,
        state: 'accepted',
        profileCount: 2,
        teams: [expect.objectContaining({ id: own.tag, label: 'Team' })],
      }),
    ])
    expect(await seen(other)).toEqual([own.profile, own.completed].toSorted())
    await account.call('DELETE', `/tag/${own.tag}/profiles`, { profileIds: [own.profile] })
    expect(await seen(other)).toEqual([own.completed])
    expect((await other.call('GET', `/profile/${own.profile}`)).status).toBe(404)
    await tagWith(own.tag, own.profile)
    expect((await setTeams(other, [])).body.coach.teams).toEqual([])
    expect(await seen(other)).toEqual([])
  })

  test('the people of a saved team are seen as those of a tag, at once, and no longer without the team', async () => {
    const other = await addCoach([])
    const choose = (savedTeamIds: readonly string[], tagIds: readonly string[] = []) =>
      account.call('PUT', `/coach/${other.memberId}/teams`, { tagIds, savedTeamIds })
    const { body } = await account.call('POST', '/saved-team', {
      name: 'Launch',
      profileIds: [own.profile, outside.completed],
    })
    const team = body.savedTeam.id
    expect((await choose([team])).body.coach).toMatchObject({
      teams: [],
      savedTeams: [{ id: team, name: 'Launch', color: 'zinc' }],
      profileCount: 2,
    })
    expect(await seen(other)).toEqual([own.profile, outside.completed].toSorted())
    expect((await other.call('GET', `/saved-team/${team}`)).body.savedTeam.profiles).toHaveLength(2)
    expect((await other.call('GET', `/saved-team/${own.savedTeam}`)).status).toBe(404)
    expect((await other.call('GET', '/account')).body.data.usage.profiles).toBe(2)
    await account.call('DELETE', `/saved-team/${team}/profiles`, { profileIds: [outside.completed] })
    expect(await seen(other)).toEqual([own.profile])
    // Once by each team: one person.
    expect((await choose([team], [own.tag])).body.coach.profileCount).toBe(2)
    // Without the field the coach has no saved team any more, so a caller who doesn't know of it can't leave one open.
    await choose([team])
    expect((await setTeams(other, [])).body.coach.savedTeams).toEqual([])
    expect(await seen(other)).toEqual([])
    await choose([team])
    await account.call('DELETE', `/saved-team/${team}`)
    expect(await seen(other)).toEqual([])
    expect((await choose([team])).body.error.code).toBe('saved_team_not_found')
  })

  test('a deleted tag, a removed member and another role end the view at once', async () => {
    const other = await addCoach([])
    const { body } = await account.call('POST', '/tag', { label: 'Short', color: 'red' })
    await account.call('PUT', `/tag/${body.tag.id}/profiles`, { profileIds: [own.profile] })
    await setTeams(other, [body.tag.id])
    expect(await seen(other)).toEqual([own.profile])
    await account.call('DELETE', `/tag/${body.tag.id}`)
    expect(await seen(other)).toEqual([])
    await tables.rows(`update member set role = 'user' where id = $1`, [other.memberId])
    expect((await seen(other)).length).toBeGreaterThan(3)
    await tables.rows(`update member set role = 'coach' where id = $1`, [other.memberId])
    expect(await seen(other)).toEqual([])
    await tables.rows('delete from member where id = $1', [other.memberId])
    expect((await other.call('GET', '/profiles')).status).toBe(401)
  })

  test('one response that was stored under an idempotency key is not repeated to a coach', async () => {
    const other = await addCoach([])
    await tables.rows(`update member set role = 'user' where id = $1`, [other.memberId])
    const ask = () =>
      other.call('GET', `/profile/${outside.completed}`, undefined, { 'idempotency-key': 'once' })
    expect((await ask()).status).toBe(200)
    await tables.rows(`update member set role = 'coach' where id = $1`, [other.memberId])
    expect((await ask()).status).toBe(404)
  })

  test('each change is in the audit log, and none without a change', async () => {
    const other = await addCoach([])
    await setTeams(other, [own.tag, outside.tag])
    await setTeams(other, [own.tag])
    await setTeams(other, [own.tag, own.tag])
    const { entries } = (await account.call('GET', `/audit-log?targetId=${other.memberId}`)).body
    const changes = (entries as Json[])
      .filter(({ action }) => action === 'set_coach_teams')
      .map((entry) => entry.changes)
    expect(changes).toEqual([
      { added: [], removed: [outside.tag] },
      { added: [own.tag, outside.tag].toSorted(), removed: [] },
    ])
  })

  test('404 for a member who is no coach, an unknown tag, and a tag of another account; 400 for too many', {
    tags: 'long',
  }, async () => {
    const user = await grantApp(account, { role: 'user', scopes: ['profiles:read'] })
    expect((await setTeams(user, [own.tag])).body.error.code).toBe('coach_not_found')
    const other = await addCoach([])
    const foreign = await running.account()
    const { body } = await foreign.call('POST', '/tag', { label: 'Foreign', color: 'red' })
    expect((await setTeams(other, [body.tag.id])).body.error.code).toBe('tag_not_found')
    expect(
      (
        await setTeams(
          other,
          Array.from({ length: 51 }, (_, at) => String(at).padStart(24, '0')),
        )
      ).status,
    ).toBe(400)
    expect((await account.call('GET', '/coaches')).body.coaches).toContainEqual(
      expect.objectContaining({ memberId: other.memberId, teams: [], profileCount: 0 }),
    )
  })

  test('a coach writes a debrief of their people, which the audit log and the feed have', async () => {
    const answer = await coach.call('POST', `/playbook/ai/debrief/${own.completed}`, { regenerate: true })
    expect(answer.status, answer.text).toBe(201)
    const entries = await tables.rows(
      `select actor_id from audit_entry where action = 'generate_debrief' and target_id = $1 and actor_id = $2`,
      [own.completed, coach.memberId],
    )
    expect(entries.length).toBeGreaterThan(0)
    const { events } = (await account.call('GET', '/events?types=debrief.generated')).body
    expect(events.at(-1).data).toMatchObject({ profileId: own.completed })
  })
})
