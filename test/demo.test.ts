import { beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '../src/contract/ports.ts'
import { assessmentIds } from '../src/contract/shapes.ts'
import { type DemoPerson, demoPeople, demoTags } from '../src/demo/people.ts'
import { type DemoFile, planAccountIds, seedDemo } from '../src/demo/seed.ts'
import { assessResponseQuality, scoreAssessment } from '../src/domain/assessment/scores.ts'
import { listSittings, readSittingAnswers } from '../src/domain/assessment/store.ts'
import type { Profile } from '../src/domain/profile/model.ts'
import { writeDocument } from '../src/domain/profile/store.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from './support/service.ts'

let running: TestService
let demo: DemoFile
let people: Map<string, Profile>

beforeAll(async () => {
  running = await startTestService()
  demo = await seedDemo(running.service.parts, planAccountIds(running.service.parts))
  const call = await as('demo')
  const { profiles } = (await call('GET', '/profiles?limit=100&includeTags=true')).body
  people = new Map(profiles.map((profile: Profile) => [nameOf(profile), profile]))
})

describe('the demo people', () => {
  test('are those of people.ts, forty of them, and no one else', () => {
    expect([...people.keys()].sort()).toEqual(demoPeople.map(nameOf).sort())
    expect(people.size).toBe(40)
  })

  test.each(demoPeople.map((person) => [nameOf(person), person] as const))(
    '%s is as described',
    (name, person) => {
      const profile = people.get(name)
      expect(profile).toMatchObject({
        email: person.mailbox ? `${person.mailbox}@northwind.test` : null,
        phone: person.phone ?? null,
        locale: person.locale,
        customIds: person.customId ? [person.customId] : [],
        attempt: person.retookDaysAgo === undefined ? 1 : 2,
        availableAssessments: assessmentIds,
      })
      expect(profile?.tags?.map(({ label }) => label).sort()).toEqual([...person.tags].sort())
      const age = running.service.parts.clock().getTime() - Date.parse(profile?.createdAt ?? '')
      expect(Math.floor(age / 86_400_000)).toBe(person.story.daysAgo)
      expect(profile).toMatchObject(stateOf(person))
    },
  )

  test('have answered as much as their scenario says', async () => {
    const answerCounts = await running.db.admin<{ profile_id: string; assessment: string; count: number }>(
      `select profile_id, assessment, count(*)::integer as count
         from answer join profile on profile.id = profile_id and profile.attempt = answer.attempt group by 1, 2`,
    )
    for (const person of demoPeople) {
      const { id } = people.get(nameOf(person)) ?? {}
      const counts = Object.fromEntries(
        assessmentIds.map((assessment) => [
          assessment,
          answerCounts.find((row) => row.profile_id === id && row.assessment === assessment)?.count ?? 0,
        ]),
      )
      expect(counts).toEqual(answersOf(person))
    }
  })

  test('have answered what is shown to them first, so that they continue where they stopped', async () => {
    const taken = await running.db.admin<{ item_order: number[]; items: number[] }>(
      `select item_order, (select array_agg(item order by seq) from answer where (account_id, profile_id, attempt,
         assessment) = (sitting.account_id, sitting.profile_id, sitting.attempt, sitting.assessment)) as items
         from sitting where item_order is not null`,
    )
    expect(taken.length).toBeGreaterThan(30)
    expect(taken.some(({ items }) => items.length < 24)).toBe(true)
    for (const { item_order, items } of taken) expect(items).toEqual(item_order.slice(0, items.length))
  })

  test('have links that are valid, expired, or missing, as their scenario says', async () => {
    const now = running.service.parts.clock().getTime()
    const invites = await running.db.admin<{
      profile_id: string
      expires_at: Date | string
      opened: boolean
      sent: boolean
      failed: boolean
    }>(
      `select profile_id, expires_at, opened_at is not null as opened, failed_at is not null as failed,
              sent_at < created_at + interval '1 day' as sent from invite`,
    )
    for (const person of demoPeople) {
      const { kind } = person.story
      const own = invites.filter((invite) => invite.profile_id === people.get(nameOf(person))?.id)
      expect(own).toHaveLength(kind === 'notInvited' ? 0 : person.retookDaysAgo === undefined ? 1 : 2)
      if (kind === 'notInvited') continue
      expect(own[0]?.opened).toBe(!['invited', 'expired', 'refused'].includes(kind))
      // An email is sent on the day it was requested, however long ago.
      expect([own[0]?.sent ?? false, own[0]?.failed]).toEqual([kind !== 'refused', kind === 'refused'])
      if (kind === 'done') continue
      expect(new Date(own[0]?.expires_at ?? 0).getTime() > now).toBe(kind !== 'expired')
    }
  })

  test('whose email bounced are shown, and refused another one, as after a real bounce', async () => {
    const call = await as('demo')
    const { id } = people.get('Tom Whitfield') ?? {}
    expect((await call('GET', '/profiles?status=bounced')).body.profiles).toMatchObject([{ id }])
    const { progress } = (await call('GET', `/profiles/progress?profileIds=${id}`)).body
    expect(progress).toMatchObject([{ invite: { state: 'failed', bounced: true } }])
    const { messages } = (await call('GET', `/messages?profileId=${id}`)).body
    expect(messages).toMatchObject([{ state: 'failed', failure: 'recipient' }])
    const again = await call('POST', `/profile/${id}/invite/email`)
    expect([again.status, again.body.error.code]).toEqual([409, 'recipient_bounced'])
  })

  test('are grouped by tags, one of which is empty', async () => {
    const labels = [...people.values()].flatMap((profile) => profile.tags?.map(({ label }) => label) ?? [])
    expect([...new Set(labels)].sort()).toEqual(
      demoTags
        .map(({ label }) => label)
        .filter((label) => label !== 'Next cohort')
        .sort(),
    )
  })

  test("get their emails, and Kofi's email has the assessment link", async () => {
    await running.service.drainOutbox()
    const mailbox = (await (
      await fetch(`${running.url}/dev/mailbox.json?to=kofi@northwind.test`)
    ).json()) as {
      links: string[]
    }[]
    expect(mailbox).toHaveLength(1)
    expect(mailbox[0]?.links).toContain(demo.takeLink)
    const page = await fetch(demo.takeLink)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Kofi')
  })
})

describe('stored demo data', () => {
  test('has a campaign with people at every step', async () => {
    const [counted] =
      await running.db.admin(`select count(*)::integer as invited, count(sent_at)::integer as sent,
      count(failed_at)::integer as failed, count(opened_at)::integer as opened,
      count(started_at)::integer as started, count(completed_at)::integer as completed from campaign_person`)
    expect(counted).toEqual({ invited: 11, sent: 10, failed: 1, opened: 7, started: 6, completed: 2 })
  })

  test('has members of every role, one with an open invitation, and one with two accounts', async () => {
    const northwind = await running.db.admin<{ email: string; role: string; accepted: boolean }>(
      `select email, role, accepted_at is not null as accepted from member where account_id = $1 order by created_at`,
      [demo.accounts.demo?.id],
    )
    expect(northwind).toEqual([
      { email: 'ada@northwind.test', role: 'owner', accepted: true },
      { email: 'maya@northwind.test', role: 'manager', accepted: true },
      { email: 'grace@coach.test', role: 'manager', accepted: true },
      { email: 'ben@northwind.test', role: 'user', accepted: true },
      { email: 'ines@northwind.test', role: 'user', accepted: false },
    ])
    const accountsOf = async (email: string) =>
      (await running.db.admin('select 1 from member where email = $1', [email])).length
    expect([await accountsOf('ada@northwind.test'), await accountsOf('grace@coach.test')]).toEqual([1, 2])
  })

  test('has results that equal scoring the stored answers', async () => {
    let results = 0
    await eachProfile(async (sql, key, profile) => {
      const sheet = await readSittingAnswers(sql, key)
      const stored = await sql.rows<{
        assessment: 'disc'
        form: string
        version: string
        norm: string
        result: unknown
      }>(
        `select assessment, form, version, norm, result from result
          where account_id = $1 and profile_id = $2 and attempt = $3`,
        [key.accountId, key.profileId, key.attempt],
      )
      expect(stored.map(({ assessment }) => assessment).sort()).toEqual(
        [...profile.completedAssessments].sort(),
      )
      for (const { assessment, ...result } of stored) {
        expect(result).toEqual(asJson(scoreAssessment(assessment, sheet, key.profileId, result.form)))
        results += 1
      }
    })
    expect(results).toBe(27 * 3 + 4 + 5 * 3)
  })

  test('has the response quality of the stored answers and seconds', { tags: 'long' }, async () => {
    await eachProfile(async (sql, key, profile) => {
      if (profile.completedAssessments.length === 0) return expect(profile.quality).toBeNull()
      const sittings = await listSittings(sql, key)
      const completed = sittings.filter((sitting) => sitting.date_completed !== null)
      const seconds = completed.map(({ assessment, form, active_seconds }) => ({
        assessment,
        form,
        activeSeconds: active_seconds,
      }))
      expect(profile.quality).toEqual(
        asJson(assessResponseQuality(await readSittingAnswers(sql, key), seconds)),
      )
    })
  })

  test('has three debriefs, by rules and from the day of the results, one of them stale after a retake', async () => {
    const call = await as('demo')
    const kept = new Map<string, Json>()
    for (const [name, { id }] of people) {
      const { status, body } = await call('GET', `/playbook/ai/debrief/${id}`)
      if (status === 200) kept.set(name, body.data)
      else expect([status, body.error.code]).toEqual([404, 'debrief_not_found'])
    }
    expect([...kept.keys()].sort()).toEqual(
      demoPeople
        .filter((person) => person.isDebriefed)
        .map(nameOf)
        .sort(),
    )
    expect(kept.size).toBe(3)
    for (const [name, { stale, generator, createdAt }] of kept) {
      const hasRetaken = people.get(name)?.attempt === 2
      expect([stale, generator.kind, 'reason' in generator], name).toEqual([hasRetaken, 'rules', false])
      if (hasRetaken) continue
      const waited = Date.parse(createdAt) - Date.parse(people.get(name)?.dateCompleted ?? '')
      expect(waited / 3_600_000).toBeGreaterThan(0)
      expect(waited / 3_600_000).toBeLessThan(24)
    }
    expect([...kept.values()].filter(({ stale }) => stale)).toHaveLength(1)
    const { id } = people.get('Noor Okafor') ?? {}
    expect((await call('POST', `/playbook/ai/debrief/${id}`, {})).status).toBe(201)
  })

  test('has documents that equal the rendered rows, in every field', async () => {
    await eachProfile(async (sql, key, profile) => {
      expect(asJson(await writeDocument(sql, key.accountId, key.profileId))).toEqual(profile)
    })
  })
})

describe('the demo account', () => {
  test.each(['trialFull', 'trialExpired'])(
    '%s: 402 for a new profile and for an invite, 200 for reading',
    async (name) => {
      const call = await as(name)
      const code = name === 'trialFull' ? 'trial_report_limit' : 'trial_expired'
      const { profiles, pagination } = (await call('GET', '/profiles')).body
      expect(pagination.total).toBe(2)
      expect(await outcome(call('POST', '/profile', { email: 'new@example.com' }))).toEqual([402, code])
      expect(await outcome(call('POST', `/profile/${profiles[0].id}/invite/email`))).toEqual([402, code])
      expect((await call('GET', '/profiles')).body.pagination.total).toBe(2)
    },
  )

  test('trialCap: 402 for one more person, while invited people can be invited again', async () => {
    const call = await as('trialCap')
    expect((await call('GET', '/profiles')).body.pagination.total).toBe(
      running.service.parts.installation.trial.profiles,
    )
    expect(await outcome(call('POST', '/profile', { email: 'new@example.com' }))).toEqual([
      402,
      'trial_profile_cap',
    ])
    const invited = (await call('GET', '/profiles?search=Person%201&limit=100')).body.profiles.find(
      (profile: Profile) => profile.email === 'person1@cappedtrial.test',
    )
    expect((await call('POST', `/profile/${invited.id}/invite/email`)).status).toBe(204)
    const again = await call('POST', '/profile', { email: invited.email })
    expect([again.status, again.body.created, again.body.profile.id]).toEqual([200, false, invited.id])
  })

  test('paused: 403 for everything, while tokens are still issued', async () => {
    const call = await as('paused')
    for (const [method, path, body] of [
      ['GET', '/profiles', undefined],
      ['GET', '/test', undefined],
      ['POST', '/profile', { email: 'new@example.com' }],
    ] as const) {
      expect(await outcome(call(method, path, body))).toEqual([403, 'account_paused'])
    }
  })

  test('elsewhere: 421 at /auth, with its home region', async () => {
    const { clientId, clientSecret } = demo.accounts.elsewhere ?? {}
    const response = await fetch(`${running.baseUrl}/auth`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    })
    expect(response.status).toBe(421)
    expect(response.headers.get('x-service-region')).toBe('eu')
    expect(response.headers.get('x-service-region-url')).toBe('https://eu.example.com/api')
    expect(await response.json()).toMatchObject({
      code: 421,
      region: { zone: 'eu', apiUrl: 'https://eu.example.com/api' },
    })
  })

  test('other: sees its own three people, and no one of the demo', async () => {
    const call = await as('other')
    expect((await call('GET', '/profiles')).body.pagination.total).toBe(3)
    const foreign = people.get('Noor Okafor')?.id
    expect((await call('GET', `/profile/${foreign}`)).status).toBe(404)
    expect((await call('GET', `/profiles?profileIds=${foreign}`)).body.profiles).toEqual([])
  })
})

function nameOf({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  return `${firstName} ${lastName}`
}

/** What the API must return for a person, given the story. */
function stateOf(person: DemoPerson): Partial<Profile> {
  const counts = answersOf(person)
  const whole = { disc: 24, focus: 120, core: 21 }
  const completedAssessments = assessmentIds.filter((id) => counts[id] === whole[id])
  const isCompleted = completedAssessments.length === 3
  const opened = ['done', 'underway', 'opened'].includes(person.story.kind)
  const started = ['done', 'underway'].includes(person.story.kind)
  return {
    state: opened ? 'active' : 'pending',
    completedAssessments,
    isCompleted,
    dateStarted: started ? expect.any(String) : null,
    dateCompleted: isCompleted ? expect.any(String) : null,
    disc: counts.disc === 24 ? expect.any(Object) : null,
    focus: counts.focus === 120 ? expect.any(Object) : null,
    core: counts.core === 21 ? expect.any(Object) : null,
  }
}

function answersOf({ story }: DemoPerson) {
  if (story.kind === 'done') return { disc: 24, focus: 120, core: 21 }
  if (story.kind === 'underway') return { disc: story.disc, focus: story.focus, core: story.core }
  return { disc: 0, focus: 0, core: 0 }
}

async function as(name: string): Promise<TestAccount['call']> {
  const account = demo.accounts[name]
  if (!account) throw new Error(`demo.json names no account ${name}`)
  return callAs(running.baseUrl, await signIn(running.baseUrl, account))
}

async function outcome(call: ReturnType<TestAccount['call']>): Promise<[number, string]> {
  const { status, body } = await call
  return [status, body.error.code]
}

type Key = { accountId: string; profileId: string; attempt: number }

/** Every profile of every account with its stored document. */
async function eachProfile(work: (sql: Sql, key: Key, profile: Profile) => Promise<unknown>): Promise<void> {
  const rows = await running.db.admin<{ account_id: string; id: string; doc: string | Profile }>(
    'select account_id, id, doc from profile',
  )
  expect(rows.length).toBe(40 + 3 + 2 + 25 + 2 + 2)
  for (const { account_id: accountId, id: profileId, doc } of rows) {
    const profile = typeof doc === 'string' ? (JSON.parse(doc) as Profile) : doc
    await running.db.database.inAccount(accountId, (sql) =>
      work(sql, { accountId, profileId, attempt: profile.attempt }, profile),
    )
  }
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
