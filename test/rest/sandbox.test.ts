import { beforeAll, describe, expect, test } from 'vitest'
import { personaIds } from '../../src/domain/sandbox/personas.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter } from '../support/delegates.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { formallyValid, restRequest } from '../support/inputs.ts'
import { restOperations } from '../support/rest-operations.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let sandbox: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  sandbox = await running.account({ mode: 'sandbox' })
})

const restricted = restOperations.filter(({ operation }) => operation.onlyIn === 'sandbox')

describe('operations of sandboxes', () => {
  test('are these', () => {
    expect(restricted.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /sandbox/messages',
      'GET /sandbox/personas',
      'POST /sandbox/advance',
      'POST /sandbox/complete',
      'POST /sandbox/people',
      'POST /sandbox/reset',
    ])
  })

  const cases = restricted.flatMap((endpoint) =>
    (['live', 'demo'] as const).flatMap((mode) =>
      (['machine', 'delegate'] as const).map((kind) => [endpoint.name, mode, kind, endpoint] as const),
    ),
  )
  /** The callers of each mode, made for the first case. */
  const callers = new Map<string, Promise<Record<'machine' | 'delegate', TestAccount['call']>>>()
  async function callersIn(mode: string) {
    const account = await running.account()
    await running.db.admin('update account set mode = $2 where id = $1', [account.id, mode])
    const grantApp = await createAppGranter(running)
    return { machine: account.call, delegate: (await grantApp(account)).call }
  }
  const only = '403 sandbox_only for %s in a %s account by a %s, before the input is read'
  // Each operation in both modes, by one of the callers in turn.
  test.each(cases.filter((_case, at) => at % 4 === 0 || at % 4 === 3))(only, expectOnlyInSandboxes)
  test.each(cases.filter((_case, at) => at % 4 === 1 || at % 4 === 2))(
    only,
    { tags: 'long' },
    expectOnlyInSandboxes,
  )

  async function expectOnlyInSandboxes(...[, mode, kind, endpoint]: (typeof cases)[number]): Promise<void> {
    const made = callers.get(mode) ?? callersIn(mode)
    callers.set(mode, made)
    const call = (await made)[kind]
    await tables.expectUnchanged(async () => {
      for (const input of [formallyValid(endpoint), { unheardOf: 'x' }]) {
        const { path, body } = restRequest(endpoint, input)
        const answer = await call(endpoint.method, path, body)
        expect([answer.status, answer.body.error.code]).toEqual([403, 'sandbox_only'])
        expectEnvelope(answer, endpoint.name)
      }
    })
  }
})

describe('GET /sandbox/personas', () => {
  test('lists ten', async () => {
    const { status, body } = await sandbox.call('GET', '/sandbox/personas')
    expect([status, body.personas.map(({ id }: Json) => id)]).toEqual([200, personaIds])
  })
})

async function addPerson(account = sandbox, email = `${newPublicId()}@sandbox.test`): Promise<string> {
  const { body } = await account.call('POST', '/profile', { email, firstName: 'Ada' })
  return body.profile.id
}

describe('POST /sandbox/complete', () => {
  test('200 with all results, and marks the person as invented', async () => {
    const profileId = await addPerson()
    const { status, body } = await sandbox.call('POST', '/sandbox/complete', {
      profileId,
      persona: 'driving',
    })
    expect(status).toBe(200)
    expect(body.profile).toMatchObject({
      synthetic: true,
      isCompleted: true,
      state: 'active',
      completedAssessments: ['disc', 'focus', 'core'],
      quality: { outcome: 'ok' },
    })
    expect(body.profile.disc.style[0]).toBe('D')
    const focus = body.profile.timers.find(({ assessment }: Json) => assessment === 'focus')
    expect(focus.activeSeconds).toBeGreaterThan(400)
  })

  test('the same persona and seed give the same results and debrief, in any sandbox', async () => {
    const other = await running.account({ mode: 'sandbox' })
    const resultsIn = async (account: TestAccount, seed: number) => {
      const profileId = await addPerson(account)
      const answer = await account.call('POST', '/sandbox/complete', { profileId, persona: 'outgoing', seed })
      const { disc, focus, core, quality } = answer.body.profile
      const debrief = await account.call('POST', `/playbook/ai/debrief/${profileId}`)
      return JSON.stringify([disc, focus, core, quality, debrief.body.data.sections])
    }
    const first = await resultsIn(sandbox, 9)
    expect(await resultsIn(other, 9)).toBe(first)
    expect(await resultsIn(sandbox, 9)).toBe(first)
    expect(await resultsIn(sandbox, 10)).not.toBe(first)
  })

  test('only the assessments that are named, then the rest', { tags: 'long' }, async () => {
    const profileId = await addPerson()
    const some = await sandbox.call('POST', '/sandbox/complete', { profileId, assessmentIds: ['core'] })
    expect(some.body.profile.completedAssessments).toEqual(['core'])
    const rest = await sandbox.call('POST', '/sandbox/complete', { profileId })
    expect(rest.body.profile.isCompleted).toBe(true)
    const again = await sandbox.call('POST', '/sandbox/complete', { profileId })
    expect([again.status, again.body.error.code]).toEqual([409, 'nothing_to_answer'])
  })

  test('one that gives up has answered what is shown first', async () => {
    const profileId = await addPerson()
    const only = { profileId, persona: 'gives_up', assessmentIds: ['disc'] }
    expect((await sandbox.call('POST', '/sandbox/complete', only)).status).toBe(200)
    const takenNow = async () => {
      const [taken] = await running.db.admin<{ item_order: number[]; items: number[] }>(
        `select item_order, (select array_agg(item order by seq) from answer where profile_id = $1) as items
           from sitting where profile_id = $1`,
        [profileId],
      )
      return taken ?? { item_order: [], items: [] }
    }
    const { items, item_order: order } = await takenNow()
    expect(items).toEqual(order.slice(0, 12))
    // An order that was stored is the one that is shown, also if it would be another one today.
    const stored = order.toReversed()
    await running.db.admin('delete from answer where profile_id = $1', [profileId])
    await running.db.admin('update sitting set item_order = $2 where profile_id = $1', [profileId, stored])
    expect((await sandbox.call('POST', '/sandbox/complete', only)).status).toBe(200)
    expect(await takenNow()).toEqual({ item_order: stored, items: stored.slice(0, 12) })
  })

  test('one that gives up is in progress, and someone else can finish', { tags: 'long' }, async () => {
    const profileId = await addPerson()
    const half = await sandbox.call('POST', '/sandbox/complete', { profileId, persona: 'gives_up' })
    expect(half.body.profile.isCompleted).toBe(false)
    expect(half.body.profile.completedAssessments).toEqual(['disc'])
    const whole = await sandbox.call('POST', '/sandbox/complete', { profileId, persona: 'careful' })
    expect(whole.body.profile.isCompleted).toBe(true)
  })

  test.each(['straight_liner'])('%s is flagged', expectFlagged)
  test.each(['random', 'yes_sayer', 'too_fast'])('%s is flagged', { tags: 'long' }, expectFlagged)

  async function expectFlagged(persona: string): Promise<void> {
    const profileId = await addPerson()
    const { body } = await sandbox.call('POST', '/sandbox/complete', { profileId, persona })
    expect(body.profile.quality.outcome).not.toBe('ok')
  }

  test('a retake is answered as well', { tags: 'long' }, async () => {
    const profileId = await addPerson()
    await sandbox.call('POST', '/sandbox/complete', { profileId })
    await sandbox.call('POST', `/profile/${profileId}/retake`, { assessmentIds: ['disc'] })
    const { body } = await sandbox.call('POST', '/sandbox/complete', { profileId, seed: 2 })
    expect(body.profile).toMatchObject({ attempt: 2, isCompleted: true })
  })

  test('400 for an assessment that the profile does not have, 404 for an unknown person', {
    tags: 'long',
  }, async () => {
    const { body } = await sandbox.call('POST', '/profile', { firstName: 'B', assessmentIds: ['disc'] })
    const profileId = body.profile.id
    const wrong = await sandbox.call('POST', '/sandbox/complete', { profileId, assessmentIds: ['core'] })
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'assessmentIds'])
    const unknown = await sandbox.call('POST', '/sandbox/complete', { profileId: newPublicId() })
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'profile_not_found'])
  })

  test('events say the mode, in the order of a real person', async () => {
    const account = await running.account({ mode: 'sandbox' })
    const profileId = await addPerson(account)
    await account.call('POST', '/sandbox/complete', { profileId })
    const { body } = await account.call('GET', '/events')
    expect(new Set(body.events.map(({ mode }: Json) => mode))).toEqual(new Set(['sandbox']))
    expect(body.events.map(({ type }: Json) => type)).toEqual([
      'profile.created',
      'profile.activated',
      ...['assessment.started', 'assessment.completed', 'assessment.started', 'assessment.completed'],
      ...['assessment.started', 'assessment.completed', 'profile.completed'],
    ])
  })
})

describe('addresses', () => {
  test('an invite to complete+driving@sandbox.test is answered, and stays in the sandbox', async () => {
    const profileId = await addPerson(sandbox, 'complete+driving@sandbox.test')
    await sandbox.call('POST', `/profile/${profileId}/invite/email`)
    const read = async () => (await sandbox.call('GET', `/profile/${profileId}`)).body.profile
    await expect.poll(async () => (await read()).isCompleted).toBe(true)
    expect((await read()).disc.style[0]).toBe('D')
    const { body } = await sandbox.call('GET', `/sandbox/messages?profileId=${profileId}`)
    expect(body.messages).toMatchObject([
      { channel: 'email', to: 'complete+driving@sandbox.test', profileId },
    ])
    expect(body.messages[0].links.some((link: string) => link.includes('/t/us.tmb_link_'))).toBe(true)
    const invites = (await sandbox.call('GET', `/profile/${profileId}/invites`)).body.invites
    expect(invites).toMatchObject([{ state: 'opened', channel: 'email' }])
  })

  test('bounce@sandbox.test is refused for good, ignore@sandbox.test does nothing', async () => {
    const [bounced, ignored] = [
      await addPerson(sandbox, 'bounce@sandbox.test'),
      await addPerson(sandbox, 'ignore@sandbox.test'),
    ]
    for (const id of [bounced, ignored]) await sandbox.call('POST', `/profile/${id}/invite/email`)
    await running.service.drainOutbox()
    const stateOf = async (id: string) =>
      (await sandbox.call('GET', `/profile/${id}/invites`)).body.invites[0].state
    expect([await stateOf(bounced), await stateOf(ignored)]).toEqual(['failed', 'sent'])
  })

  test('in another account the same address gets mail and nobody answers', { tags: 'long' }, async () => {
    const account = await running.account()
    const profileId = await addPerson(account, 'complete+steady@sandbox.test')
    await account.call('POST', `/profile/${profileId}/invite/email`)
    await running.service.drainOutbox()
    const { body } = await account.call('GET', `/profile/${profileId}`)
    expect([body.profile.state, body.profile.synthetic]).toEqual(['pending', undefined])
  })
})

describe('POST /sandbox/people', () => {
  test.each([[16, 4]])('adds %i people in all states, and the same seed adds nobody twice', addPeople)
  test.each([[40, 3]])('adds %i people in all states', { tags: 'long' }, addPeople)

  async function addPeople(count: number, seed: number): Promise<void> {
    const account = await running.account({ mode: 'sandbox' })
    const asked = { count, seed, completedShare: 0.25 }
    const { status, body } = await account.call('POST', '/sandbox/people', asked)
    expect(status).toBe(201)
    const states = body.people.map(({ state }: Json) => state)
    expect(states.filter((state: string) => state === 'completed')).toHaveLength(count / 4)
    expect(new Set(states)).toEqual(
      new Set(['completed', 'in_progress', 'opened', 'invited', 'expired', 'bounced', 'not_invited']),
    )
    const again = await account.call('POST', '/sandbox/people', asked)
    expect([again.status, again.body.people]).toEqual([201, []])
    const other = await running.account({ mode: 'sandbox' })
    const same = (await other.call('POST', '/sandbox/people', asked)).body.people
    expect(same.map(({ persona, state }: Json) => [persona, state])).toEqual(
      body.people.map(({ persona, state }: Json) => [persona, state]),
    )
    const list = (await account.call('GET', '/profiles?limit=100')).body.profiles
    expect(list.every(({ email, synthetic }: Json) => email.endsWith('@sandbox.test') && synthetic)).toBe(
      true,
    )
  }

  test('409 beyond 2,000 people, which one request creates no more than', async () => {
    const account = await running.account({ mode: 'sandbox' })
    await running.db.admin(
      `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc, invented_in)
       select $1, lpad(to_hex(n), 24, '0'), now(), now(), 'pending', '{disc}', '{}', 'sandbox'
         from generate_series(1, 1999) n`,
      [account.id],
    )
    const tooMany = await account.call('POST', '/sandbox/people', { count: 2 })
    expect([tooMany.status, tooMany.body.error.code]).toEqual([409, 'sandbox_full'])
    expect((await account.call('POST', '/profile', { firstName: 'Last' })).status).toBe(201)
    expect((await account.call('POST', '/profile', { firstName: 'No' })).body.error.code).toBe('sandbox_full')
  })
})

describe('POST /sandbox/advance', () => {
  const advanced = async (profileId: string, to: string) => {
    const { status, body } = await sandbox.call('POST', '/sandbox/advance', { profileId, to })
    return [status, body.invite?.state ?? body.error.code]
  }
  const invited = async () => {
    const profileId = await addPerson()
    await sandbox.call('POST', `/profile/${profileId}/invite/email`)
    return profileId
  }

  test.each([
    ['opened', 'opened'],
    ['started', 'opened'],
    ['expired', 'expired'],
    ['bounced', 'failed'],
  ])('to %s', async (to, state) => {
    const profileId = await invited()
    expect(await advanced(profileId, to)).toEqual([200, state])
    const { body } = await sandbox.call('GET', `/profile/${profileId}`)
    expect(body.profile.state).toBe(to === 'opened' || to === 'started' ? 'active' : 'pending')
    expect(body.profile.dateStarted === null).toBe(to !== 'started')
    expect(body.profile.isCompleted).toBe(false)
  })

  test('409 without an invite that is still open', { tags: 'long' }, async () => {
    expect(await advanced(await addPerson(), 'opened')).toEqual([409, 'no_open_invite'])
    const profileId = await invited()
    await advanced(profileId, 'expired')
    expect(await advanced(profileId, 'opened')).toEqual([409, 'no_open_invite'])
  })
})

describe('POST /sandbox/reset', () => {
  test('deletes people, tags and messages, with an event for each person, and nothing of others', async () => {
    const account = await running.account({ mode: 'sandbox' })
    const { body } = await account.call('POST', '/tag', { label: 'One', color: 'blue' })
    await account.call('POST', '/sandbox/people', { count: 12, tagIds: [body.tag.id] })
    const person = await addPerson(account)
    await account.call('POST', `/profile/${person}/invite/email`)
    await running.service.drainOutbox()
    const before = (await sandbox.call('GET', '/profiles')).body.pagination.total
    const reset = await account.call('POST', '/sandbox/reset')
    expect([reset.status, reset.body.deleted]).toEqual([200, { profiles: 13, tags: 1 }])
    expect((await account.call('GET', '/profiles')).body.pagination.total).toBe(0)
    expect((await sandbox.call('GET', '/profiles')).body.pagination.total).toBe(before)
    const events = await account.call('GET', '/events?types=profile.deleted&limit=100')
    expect(events.body.events).toHaveLength(13)
  })
})

describe('an invented person', () => {
  test('cannot be in a live or demo account, by a check of the table', async () => {
    for (const mode of ['live', 'demo']) {
      const account = await running.account()
      await running.db.admin('update account set mode = $2 where id = $1', [account.id, mode])
      const insert = running.db.admin(
        `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc, invented_in)
         values ($1, $2, now(), now(), 'pending', '{disc}', '{}', 'sandbox')`,
        [account.id, newPublicId()],
      )
      await expect(insert).rejects.toThrow('profile_invented_in_sandbox')
    }
    const update = running.db.admin(`update account set mode = 'live' where id = $1`, [sandbox.id])
    await expect(update).rejects.toThrow('profile_invented_in_sandbox')
  })

  test('counts as no report', async () => {
    const { body } = await sandbox.call('GET', '/account')
    expect(body.data).toMatchObject({ mode: 'sandbox', reportsGenerated: 0, trialReportsUsed: 0 })
    expect(body.data.usage.profileLimit).toBe(2_000)
  })
})
