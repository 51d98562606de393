import { beforeAll, describe, expect, test } from 'vitest'
import { eventOf, fullEventOf, subjectKeys } from '../../src/contract/event.ts'
import { type EventType, eventTypeNames } from '../../src/contract/event-types.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { startMailServer } from '../support/mail-server.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTaker, take } from '../support/taking.ts'
import { recordTestEvents } from '../support/webhook-load.ts'
import {
  createShareLink,
  followLink,
  inviteTestPerson,
  saveAnswers,
  startShared,
} from '../web/taker-requests.ts'

const day = 86_400_000
let ahead = 0
let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + ahead) })
  account = await running.account()
})

type Feed = { events: Json[]; after: string | null; hasMore: boolean; oldest: Json; latest: Json }

async function feed(query = '', call = account.call): Promise<Feed> {
  const { status, body, text } = await call('GET', `/events${query}`)
  expect(status, text).toBe(200)
  return body
}

/** Where the feed of an account ends now. */
const end = async (call = account.call) => (await feed('?after=latest', call)).after

/** The types and data of the events that some work causes. */
async function eventsOf(work: () => Promise<unknown>, call = account.call): Promise<[EventType, Json][]> {
  const after = await end(call)
  await work()
  const { events } = await feed(after ? `?after=${after}` : '', call)
  return events.map(({ type, data }) => [type, data])
}

const seen = new Set<EventType>()

/** The same, and remembers that these types have been seen. */
async function see(work: () => Promise<unknown>, call = account.call): Promise<[EventType, Json][]> {
  const events = await eventsOf(work, call)
  for (const [type] of events) seen.add(type)
  return events
}

async function create(fields: object = {}, call = account.call): Promise<string> {
  const { status, body, text } = await call('POST', '/profile', {
    email: `${newPublicId()}@test.test`,
    ...fields,
  })
  expect(status, text).toBe(201)
  return body.profile.id
}

const createTag = async () =>
  (await account.call('POST', '/tag', { label: 'Sales', color: 'blue' })).body.tag.id

describe('events of people', () => {
  test('a new profile, with its key and its tags', async () => {
    const tagId = await createTag()
    let profileId = ''
    const events = await see(async () => {
      profileId = await create({ customId: 'crm-1', tagIds: [tagId] })
    })
    expect(events).toEqual([
      ['profile.created', { profileId, source: 'api' }],
      [
        'tag.profilesReplaced',
        { tagId, added: 1, removed: 0, addedProfileIds: [profileId], removedProfileIds: [] },
      ],
      [
        'resourceAlias.created',
        { resourceAliasId: expect.any(String), resourceType: 'profile', resourceId: profileId },
      ],
    ])
  })

  test('a list of people: one event each, and one for the tag', async () => {
    const tagId = await createTag()
    const rows = Array.from({ length: 120 }, (_, index) => ({ email: `${newPublicId()}-${index}@test.test` }))
    const events = await see(() => account.call('POST', '/profiles/import', { rows, tagIds: [tagId] }))
    expect(events.filter(([type]) => type === 'profile.created')).toHaveLength(100 - 1)
    const after = await end()
    const tagged = await feed('?types=tag.profilesReplaced')
    const { data } = tagged.events.at(-1)
    expect(data).toMatchObject({ tagId, added: 120, removed: 0 })
    expect(data.addedProfileIds).toHaveLength(100)
    expect(tagged.after).toBe(after)
  })

  test('a change of fields that changes something, and none that does not', async () => {
    const profileId = await create({ firstName: 'Ada' })
    const patch = (fields: object) => () => account.call('PATCH', `/profile/${profileId}`, fields)
    expect(await see(patch({ firstName: 'Eda', lastName: 'Osei' }))).toEqual([
      ['profile.updated', { profileId, fields: ['firstName', 'lastName'] }],
    ])
    expect(await see(patch({ firstName: 'Eda' }))).toEqual([])
  })

  test('an invite, a start, answers, completion and a retake', async () => {
    const events: [EventType, Json][] = []
    const note = async <T>(work: () => Promise<T>): Promise<T> => {
      let result: T | undefined
      events.push(
        ...(await see(async () => {
          result = await work()
        })),
      )
      return result as T
    }
    const taker = await note(() => openTaker(running, account))
    const { profileId } = taker
    await note(() => saveAnswers(running.url, taker.cookie, { attempt: 1, answers: [focus(1, 1)] }))
    await note(() => saveAnswers(running.url, taker.cookie, { attempt: 1, answers: [focus(2, 2)] }))
    await note(() => followLink(taker.link))
    await note(() => take(running, taker, 1, ['disc', 'focus', 'core']))
    await note(() => take(running, taker, 1, ['disc', 'focus', 'core']))
    await note(() => account.call('POST', `/profile/${profileId}/retake`, { assessmentIds: ['disc'] }))
    const inviteId = events.find(([type]) => type === 'invite.sent')?.[1].inviteId
    const invite = { inviteId, profileId, channel: 'email' }
    const of = (assessmentId: string) => ({ profileId, attempt: 1, assessmentId })
    expect(events).toEqual([
      ['profile.created', { profileId, source: 'api' }],
      ['invite.sent', { ...invite, isReminder: false }],
      ['invite.opened', invite],
      ['profile.activated', { profileId, inviteId }],
      ['assessment.started', of('focus')],
      ['assessment.started', of('disc')],
      ['assessment.started', of('core')],
      ['assessment.completed', of('disc')],
      ['assessment.completed', of('focus')],
      ['assessment.completed', of('core')],
      ['profile.completed', { profileId, attempt: 1, assessmentIds: ['disc', 'focus', 'core'] }],
      ['profile.retakeIssued', { profileId, attempt: 2, assessmentIds: ['disc'] }],
    ])
  })

  test('a debrief, once', async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    const write = () => account.call('POST', `/playbook/ai/debrief/${taker.profileId}`)
    expect(await see(write)).toEqual([
      [
        'debrief.generated',
        { debriefId: expect.any(String), profileId: taker.profileId, locale: 'en', generator: 'rules' },
      ],
    ])
    expect(await see(write)).toEqual([])
  })

  test('a deletion that the person asked for, or did not', async () => {
    const plain = await create()
    expect(await see(() => account.call('DELETE', `/profile/${plain}`))).toEqual([
      ['profile.deleted', { profileId: plain, reason: 'api' }],
    ])
    const { profileId, cookie } = await openTaker(running, account)
    const change = (erasure: 'ask' | 'back') => () =>
      submit(`${running.url}/take/erasure`, { erasure }, cookie)
    const request = { profileId, requestedAt: expect.any(String) }
    expect(await see(change('ask'))).toEqual([['profile.erasureRequested', request]])
    expect(await see(change('back'))).toEqual([['profile.erasureWithdrawn', request]])
    await change('ask')()
    expect(await see(() => account.call('DELETE', `/profile/${profileId}`))).toEqual([
      ['profile.deleted', { profileId, reason: 'request' }],
    ])
  })
})

describe('events of links', () => {
  test('an invite that expires has one event; one that was replaced, or of a person who completed, has none', async () => {
    const { profileId } = await inviteTestPerson(running, account)
    const replaced = await inviteTestPerson(running, account)
    const done = await openTaker(running, account)
    await take(running, done, 1, ['disc', 'focus', 'core'])
    ahead += 61_000
    await account.call('POST', `/profile/${replaced.profileId}/invite/email`)
    await running.service.drainOutbox()
    const { body } = await account.call('GET', `/profile/${profileId}/invites`)
    const [{ id: inviteId, expiresAt }] = body.invites
    const events = await see(() => inDays(8, () => running.service.recordExpiredLinks()))
    const expired = events.filter(([type]) => type === 'invite.expired').map(([, data]) => data)
    expect(expired).toContainEqual({ inviteId, profileId, channel: 'email', expiresAt })
    expect(expired.filter((data) => data.profileId === replaced.profileId)).toHaveLength(1)
    expect(expired.map((data) => data.profileId)).not.toContain(done.profileId)
    expect(await see(() => inDays(9, () => running.service.recordExpiredLinks()))).toEqual([])
  })

  test('an invite that could not be delivered', async () => {
    const { url } = await startMailServer({
      onRcptTo: (_address, _session, answer) =>
        answer(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
    })
    const refusing = await startTestService({ MAIL_URL: url, MAIL_FROM: 'no-reply@timbre.example' })
    const own = await refusing.account()
    const profileId = await create({}, own.call)
    const events = await see(async () => {
      await own.call('POST', `/profile/${profileId}/invite/email`)
      await refusing.service.drainOutbox()
    }, own.call)
    expect(events).toEqual([
      [
        'invite.failed',
        { inviteId: expect.any(String), profileId, channel: 'email', reason: 'refused', isReported: false },
      ],
    ])
  })

  test('a public link: made, used, and over', async () => {
    let link = ''
    const made = await see(async () => {
      link = await createShareLink(account)
    })
    expect(made).toEqual([['shareLink.created', { shareLinkId: expect.any(String) }]])
    const started = await see(() => startShared(link))
    expect(started.map(([type, { source }]) => [type, source])).toEqual([
      ['profile.created', 'shareLink'],
      ['resourceAlias.created', undefined],
      ['profile.activated', undefined],
    ])
    const [[, { shareLinkId }] = ['', {}]] = made
    const over = await see(() => inDays(31, () => running.service.recordExpiredLinks()))
    expect(over).toContainEqual(['shareLink.ended', { shareLinkId, reason: 'expired' }])
  })

  test('of an account that cannot be written to hold up no other', async () => {
    const failing = await running.account()
    await inviteTestPerson(running, failing)
    const { profileId } = await inviteTestPerson(running, account)
    await running.db.admin(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    )
    await running.db.admin(
      `create trigger refuse before delete on link_expiry for each row when (old.account_id = '${failing.id}') execute function refuse()`,
    )
    // More than one look finds.
    await running.db.admin(
      `insert into link_expiry (account_id, kind, link_id, due_at)
         select $1, 'share', substr(md5(n::text), 1, 24), now() from generate_series(1, 600) n`,
      [failing.id],
    )
    const expire = () => inDays(8, () => running.service.recordExpiredLinks())
    const expired = await eventsOf(expire)
    expect(expired.map(([type, data]) => [type, data.profileId])).toContainEqual([
      'invite.expired',
      profileId,
    ])
    await running.db.admin('drop trigger refuse on link_expiry')
    const late = await eventsOf(expire, failing.call)
    expect(late.map(([type]) => type)).toEqual(['invite.expired'])
  })
})

describe('events of tags, keys and the account', () => {
  test('a tag', async () => {
    const profileId = await create()
    let tagId = ''
    const made = await see(async () => {
      tagId = await createTag()
    })
    expect(made).toEqual([['tag.created', { tagId }]])
    const change = (method: string, path: string, body?: object) => () =>
      account.call(method, `/tag/${tagId}${path}`, body)
    expect(await see(change('PATCH', '', { label: 'Field' }))).toEqual([
      ['tag.updated', { tagId, fields: ['label'] }],
    ])
    expect(await see(change('PATCH', '', { label: 'Field' }))).toEqual([])
    const set = (added: string[], removed: string[]) => [
      'tag.profilesReplaced',
      {
        tagId,
        added: added.length,
        removed: removed.length,
        addedProfileIds: added,
        removedProfileIds: removed,
      },
    ]
    const profileIds = [profileId]
    expect(await see(change('POST', '/profiles', { profileIds }))).toEqual([set(profileIds, [])])
    expect(await see(change('POST', '/profiles', { profileIds }))).toEqual([])
    expect(await see(change('PUT', '/profiles', { profileIds: [] }))).toEqual([set([], profileIds)])
    expect(await see(change('DELETE', ''))).toEqual([['tag.deleted', { tagId }]])
  })

  test('a key, never with its text', async () => {
    const resourceId = await create()
    const alias = { resourceAliasId: '', resourceType: 'profile', resourceId }
    const body = { resourceType: 'profile', resourceId, consumerKey: 'ada@example.com' }
    const made = await see(async () => {
      alias.resourceAliasId = (await account.call('POST', '/resource-alias', body)).body.resourceAlias.id
    })
    expect(made).toEqual([['resourceAlias.created', alias]])
    expect(await see(() => account.call('POST', '/resource-alias', body))).toEqual([])
    const path = `/resource-alias/${alias.resourceAliasId}`
    expect(await see(() => account.call('PATCH', path, { consumerKey: 'other' }))).toEqual([
      ['resourceAlias.updated', { ...alias, fields: ['consumerKey'] }],
    ])
    expect(await see(() => account.call('DELETE', path))).toEqual([['resourceAlias.deleted', alias]])
  })

  test('the account: preferences that changed', async () => {
    const patch = () => account.call('PATCH', '/account/preferences', { locale: 'de', senderName: 'Secret' })
    expect(await see(patch)).toEqual([['account.updated', { fields: ['locale', 'senderName'] }]])
    expect(await see(patch)).toEqual([])
  })

  test('the last profile of a trial, once', async () => {
    const trial = await running.account({
      billingStatus: 'trialing',
      trialEndsAt: new Date(Date.now() + 365 * day),
    })
    const limit = (await trial.call('GET', '/account')).body.data.usage.profileLimit
    for (let count = 1; count < limit; count += 1) await create({}, trial.call)
    let last = ''
    const events = await see(async () => {
      last = await create({}, trial.call)
    }, trial.call)
    expect(events.at(-1)).toEqual(['account.trialLimitReached', { limit: 'profiles' }])
    await trial.call('DELETE', `/profile/${last}`)
    expect((await see(() => create({}, trial.call), trial.call)).map(([type]) => type)).toEqual([
      'profile.created',
    ])
  })

  test('every type has been seen here, but for those of the shell, of webhooks, orders, campaigns and saved teams', () => {
    const ofTheShell = ['account.paused', 'account.resumed', 'webhook.disabled']
    const others = eventTypeNames.filter((type) => !/^(order|campaign|savedTeam)\./.test(type))
    expect(others.filter((type) => !seen.has(type))).toEqual(ofTheShell)
  })
})

describe('GET /events', () => {
  test('has every event in the shape of its type, numbered without gaps, as 8 KiB at most', async () => {
    const all: Json[] = []
    for (let after: string | null = null; ; ) {
      const page: Feed = await feed(after ? `?after=${after}&limit=7` : '?limit=7')
      all.push(...page.events)
      after = page.after
      if (!page.hasMore) break
    }
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1))
    for (const event of all) {
      eventOf(event.type).parse(event)
      expect(JSON.stringify(event).length).toBeLessThan(8_192)
      expect(event).toMatchObject({ accountId: account.id, region: 'us', mode: 'demo' })
    }
    expect(new Set(all.map(({ by }) => by.kind))).toEqual(new Set(['client', 'person', 'system']))
    expect((await feed()).oldest).toEqual({ id: all[0].id, seq: 1 })
    expect((await feed()).latest).toEqual({ id: all.at(-1).id, seq: all.length })
  })

  test('names the request and the client', async () => {
    const after = await end()
    await account.call('POST', '/tag', { label: 'Sales', color: 'blue' }, { 'x-request-id': 'my-request' })
    const { events } = await feed(`?after=${after}`)
    expect(events[0]).toMatchObject({
      requestId: 'my-request',
      by: { kind: 'client', clientId: account.clientId },
    })
    const { body } = await account.call('GET', `/event/${events[0].id}`)
    expect(body.event).toEqual({ ...events[0], deliveries: [] })
  })

  test('a refused request and a replayed one have no event', async () => {
    expect(await eventsOf(() => account.call('POST', '/tag', { label: '', color: 'blue' }))).toEqual([])
    const key = { 'idempotency-key': newPublicId() }
    const post = () => account.call('POST', '/tag', { label: 'Once', color: 'blue' }, key)
    expect(await eventsOf(post)).toHaveLength(1)
    expect(await eventsOf(post)).toEqual([])
  })

  test('filters by type, by group and by person, and moves on past what it leaves out', async () => {
    const after = await end()
    const profileId = await create({ customId: 'crm-9' })
    await createTag()
    const of = async (query: string) =>
      (await feed(`?after=${after}&${query}`)).events.map(({ type }) => type)
    expect(await of('types=tag.created')).toEqual(['tag.created'])
    expect(await of('types=profile.*,tag.created')).toEqual(['profile.created', 'tag.created'])
    expect(await of(`profileId=${profileId}`)).toEqual(['profile.created'])
    expect(await of(`profileId=${profileId}&types=tag.*`)).toEqual([])
    const quiet = await feed(`?after=${after}&types=account.paused`)
    expect(quiet).toMatchObject({ events: [], hasMore: false, after: await end() })
    const first = await feed(`?after=${after}&types=profile.*,tag.*&limit=1`)
    expect(first).toMatchObject({ hasMore: true, after: first.events[0].id })
    const named = await feed(`?after=${after}&includeCustomIds=true`)
    expect(named.events.map(({ customIds }) => customIds)).toEqual([['crm-9'], ['crm-9'], []])
    for (const event of (await feed(`?after=${after}&includeCustomIds=true&includeNames=true`)).events) {
      expect(fullEventOf(event.type).parse(event)).toEqual(event)
      expect(() => eventOf(event.type).parse(event)).toThrow()
    }
  })

  test('shows people the newest first, from before an event, with the same filters', {
    tags: 'long',
  }, async () => {
    const after = await end()
    const profileId = await create()
    await createTag()
    await createTag()
    const made = (await feed(`?after=${after}`)).events.map(({ id }) => id)
    const newest = await feed('?before=latest&limit=2')
    expect(newest.events.map(({ id }) => id)).toEqual([made[2], made[1]])
    expect(newest).toMatchObject({ hasMore: true, after: made[2] })
    const next = await feed(`?before=${made[1]}&limit=2`)
    expect(next.events.map(({ id }) => id)).toEqual([made[0], after])
    const of = async (query: string) => (await feed(`?before=latest&${query}`)).events.map(({ id }) => id)
    expect(await of(`profileId=${profileId}`)).toEqual([made[0]])
    expect(await of('types=tag.created,profile.*&limit=3')).toEqual([made[2], made[1], made[0]])
    const first = (await feed('?limit=1')).events[0].id
    expect(await feed(`?before=${first}`)).toMatchObject({ events: [], hasMore: false })
    const lost = await account.call('GET', `/events?before=${newPublicId()}`)
    expect([lost.status, lost.body.error.param]).toEqual([400, 'before'])
    expect((await account.call('GET', `/events?before=latest&after=${first}`)).status).toBe(400)
  })

  test('400 for an unknown type, with the closest one, and for an id that is not kept', {
    tags: 'long',
  }, async () => {
    const unknown = await account.call('GET', '/events?types=profile.complete')
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'type_unknown'])
    expect(unknown.body.error.message).toContain('"profile.completed"')
    const lost = await account.call('GET', `/events?after=${newPublicId()}`)
    expect([lost.status, lost.body.error.code]).toEqual([400, 'cursor_expired'])
    expect(lost.body.error.details.oldest.seq).toBe(1)
    expect((await account.call('GET', `/event/${newPublicId()}`)).status).toBe(404)
  })

  test('needs account:read and no more, and shows no account the events of another', async () => {
    const narrow = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'account:read'))
    expect((await feed('', narrow)).events.length).toBeGreaterThan(10)
    const without = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:read'))
    expect((await without('GET', '/events')).status).toBe(403)
    const other = await running.account()
    expect(await feed('', other.call)).toMatchObject({ events: [], after: null, oldest: null, latest: null })
    const { latest } = await feed()
    expect((await other.call('GET', `/event/${latest.id}`)).status).toBe(404)
    expect((await other.call('GET', `/events?after=${latest.id}`)).status).toBe(400)
  })

  test('waits for an event, of another process too, and answers empty when the time is up', async () => {
    const after = await end()
    const waiting = feed(`?after=${after}&wait=20`)
    await createTag()
    expect((await waiting).events.map(({ type }) => type)).toEqual(['tag.created'])
    const other = feed(`?after=${await end()}&wait=20`)
    // As another process does: nothing in this one notes it.
    await recordTestEvents(running, account, 1)
    expect((await other).events.map(({ type }) => type)).toEqual(['tag.created'])
    const now = await end()
    expect(await feed(`?after=${now}&wait=1`)).toMatchObject({ events: [], after: now })
    const many = await Promise.all(Array.from({ length: 8 }, () => feed(`?after=${now}&wait=1`)))
    expect(many.every(({ events }) => events.length === 0)).toBe(true)
  })
})

test('GET /event-types describes every type, with a sample that fits its schema', async () => {
  const { body } = await account.call('GET', '/event-types')
  expect(body.eventTypes.map(({ type }: Json) => type)).toEqual(eventTypeNames)
  for (const { type, schema, sample } of body.eventTypes) {
    expect(schema.properties.type.const).toBe(type)
    // Those who ask get more than is stored, as readers beside the data and as endpoints in it too.
    const hasKeys = subjectKeys.some((key) => key in schema.properties.data.properties)
    expect(['customIds' in schema.properties, 'customIds' in schema.properties.data.properties]).toEqual([
      hasKeys,
      hasKeys,
    ])
    expect(schema.properties).toHaveProperty('actorName')
    eventOf(type).parse(sample)
  }
})

describe('what is old', () => {
  test('a deletion because the retention period is over', async () => {
    const kept = await running.account()
    const profileId = await create({}, kept.call)
    await kept.call('PATCH', '/account/preferences', { retentionDays: 30 })
    await inDays(31, () => running.service.sweepRetention())
    const { events } = await feed('', kept.call)
    expect(events.map(({ type, data, by }) => [type, data, by])).toEqual([
      ['profile.deleted', { profileId, reason: 'retention' }, { kind: 'system', clientId: null }],
    ])
  })

  test('keeps 30 days, and always the newest event, so that a reader who is up to date can continue', async () => {
    const quiet = await running.account()
    await create({}, quiet.call)
    await create({}, quiet.call)
    const after = await end(quiet.call)
    await inDays(29, () => running.service.sweepRetention())
    expect((await feed('', quiet.call)).events).toHaveLength(2)
    await inDays(31, () => running.service.sweepRetention())
    expect((await feed('', quiet.call)).events.map(({ id }) => id)).toEqual([after])
    expect(await feed(`?after=${after}`, quiet.call)).toMatchObject({ events: [], after })
  })
})

const focus = (item: number, seq: number) => ({ assessment: 'focus', item, seq, value: 3 })

function submit(address: string, fields: Record<string, string>, cookie: string): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { cookie },
  })
}

/** Does some work while the service's clock is so many days ahead. */
async function inDays(days: number, work: () => Promise<unknown>): Promise<void> {
  ahead += days * day
  try {
    await work()
  } finally {
    ahead -= days * day
  }
}
