import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { take } from '../support/taking.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'
import { cookieOf, followLink } from '../web/taker-requests.ts'

let running: TestService
let account: TestAccount
let shift = 0
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + shift) })
  account = await running.account()
})

const id = expect.stringMatching(/^[0-9a-f]{24}$/)
const at = expect.stringMatching(/^\d{4}-.+Z$/)

async function order(fields: object, call = account.call): Promise<Json> {
  const { status, body, text } = await call('POST', '/order', fields)
  if (status !== 201) throw new Error(`${status} ${text}`)
  return body.order
}

const stateOf = async (orderId: string) =>
  (await account.call('GET', `/order/${orderId}`)).body.order.state as string

async function typesAbout(profileId: string): Promise<string[]> {
  const { body } = await account.call('GET', `/events?types=order.*&profileId=${profileId}`)
  return body.events.map(({ type }: Json) => type)
}

async function messagesTo(email: string): Promise<Json[]> {
  await running.service.drainOutbox()
  const response = await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
  return (await response.json()) as Json[]
}

/** The person opens the newest link. */
async function takerOf(profileId: string, email: string) {
  const link = (await messagesTo(email))[0]?.links[0]
  return { profileId, email, link, cookie: cookieOf(await followLink(link)) }
}

test('GET /packages lists three', async () => {
  const { status, body } = await account.call('GET', '/packages')
  expect([status, body.packages.map(({ id, assessmentIds }: Json) => [id, assessmentIds])]).toEqual([
    200,
    [
      ['all', ['disc', 'focus', 'core']],
      ['focus', ['focus']],
      ['disc-core', ['disc', 'core']],
    ],
  ])
})

describe('POST /order', () => {
  test('201 for a new person, who is sent one email and followed to the end', async () => {
    const email = newEmail()
    const person = { email, firstName: 'Ada', lastName: 'Osei', customId: `ats-${newPublicId()}` }
    const made = await order({ packageId: 'disc-core', person, externalRef: 'a-1' })
    expect(made).toEqual({
      ...{ id, reference: expect.stringMatching(/^[0-9a-f-]{36}$/), provider: 'api', connectionId: null },
      ...{
        packageId: 'disc-core',
        profileId: id,
        externalRef: 'a-1',
        state: 'open',
        callbackUrl: null,
        redirectUrl: null,
      },
      ...{ createdAt: at, startedAt: null, completedAt: null },
    })
    const taker = await takerOf(made.profileId, email)
    expect(await messagesTo(email)).toHaveLength(1)
    expect(await stateOf(made.id)).toBe('open')
    await take(running, taker, 1, ['disc'])
    expect(await stateOf(made.id)).toBe('started')
    await take(running, taker, 1, ['core'])
    expect((await account.call('GET', `/order/${made.id}`)).body.order).toMatchObject({
      ...{ state: 'completed', startedAt: at, completedAt: at },
    })
    expect(await typesAbout(made.profileId)).toEqual(['order.created', 'order.started', 'order.completed'])
    const { body } = await account.call('GET', `/events?types=profile.created&profileId=${made.profileId}`)
    expect(body.events[0].data.source).toBe('order')
  })

  test('201 by phone if the person has no email', { tags: 'long' }, async () => {
    const phone = newMobile()
    const made = await order({ packageId: 'focus', person: { phone } })
    const { body } = await account.call('GET', `/profile/${made.profileId}/invites`)
    expect(body.invites.map(({ channel }: Json) => channel)).toEqual(['sms'])
  })

  test('201 completed, without a message, for someone who has completed all of it', {
    tags: 'long',
  }, async () => {
    const email = newEmail()
    const first = await order({ packageId: 'focus', person: { email } })
    await take(running, await takerOf(first.profileId, email), 1, ['focus'])
    const sent = (await messagesTo(email)).length
    const again = await order({ packageId: 'focus', person: { email } })
    expect(again).toMatchObject({ state: 'completed', profileId: first.profileId, completedAt: at })
    expect(await messagesTo(email)).toHaveLength(sent)
    // What is missing is added, and asked for.
    const more = await order({ packageId: 'disc-core', profileId: first.profileId })
    expect(more.state).toBe('open')
    const { body } = await account.call('GET', `/profile/${first.profileId}`)
    expect(body.profile).toMatchObject({
      availableAssessments: ['disc', 'focus', 'core'],
      completedAssessments: ['focus'],
      isCompleted: false,
    })
  })

  test('201 started for someone who is in the middle of it', { tags: 'long' }, async () => {
    const email = newEmail()
    const first = await order({ packageId: 'all', person: { email } })
    await take(running, await takerOf(first.profileId, email), 1, ['disc'])
    expect(await order({ packageId: 'all', person: { email } })).toMatchObject({
      ...{ state: 'started', startedAt: at },
    })
  })

  test('an order fails with its message, and goes on if the person starts from another link', async () => {
    const email = newEmail()
    const made = await order({ packageId: 'focus', person: { email } })
    const [invite] = await running.db.admin<{ id: string }>(
      'select invite_id as id from assessment_order where id = $1',
      [made.id],
    )
    await running.service.drainOutbox()
    const { recordInviteFailed } = await import('../../src/domain/invite/store.ts')
    const { setEventOrigin, systemCause } = await import('../../src/domain/event/record.ts')
    const { database, clock, newId } = running.service.parts
    await database.inAccount(account.id, async (sql) => {
      const origin = { accountId: account.id, region: 'us', by: systemCause, requestId: null }
      setEventOrigin(sql, { ...origin, now: clock, newId })
      await recordInviteFailed(sql, { accountId: account.id, inviteId: String(invite?.id) }, clock(), {
        reason: 'refused',
      })
    })
    expect(await stateOf(made.id)).toBe('failed')
    await take(running, await takerOf(made.profileId, email), 1, ['focus'])
    expect(await stateOf(made.id)).toBe('completed')
    expect(await typesAbout(made.profileId)).toEqual([
      ...['order.created', 'order.failed', 'order.started', 'order.completed'],
    ])
  })

  test('404 for an unknown package or person, and nothing is made', { tags: 'long' }, async () => {
    const email = newEmail()
    const unknown = await account.call('POST', '/order', { packageId: 'gold', person: { email } })
    expect([unknown.status, unknown.body.error.code, unknown.body.error.param]).toEqual([
      ...[404, 'package_not_found', 'packageId'],
    ])
    const nobody = await account.call('POST', '/order', { packageId: 'all', profileId: newPublicId() })
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'profile_not_found'])
    expect(await running.db.admin('select 1 from profile where email = $1', [email])).toEqual([])
  })

  test('400 for neither or both of person and profileId, and for a person without an address', {
    tags: 'long',
  }, async () => {
    const both = { packageId: 'all', profileId: newPublicId(), person: { email: newEmail() } }
    for (const body of [{ packageId: 'all' }, both, { packageId: 'all', person: { firstName: 'Ada' } }]) {
      expect((await account.call('POST', '/order', body)).status).toBe(400)
    }
    const { body } = await account.call('POST', '/profile', { firstName: 'Ada' })
    const answer = await account.call('POST', '/order', { packageId: 'all', profileId: body.profile.id })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'profile_without_email'])
  })

  test('402 without a plan', { tags: 'long' }, async () => {
    const unpaid = await running.account()
    await running.db.admin(`update account set billing_status = 'unpaid' where id = $1`, [unpaid.id])
    const answer = await unpaid.call('POST', '/order', { packageId: 'all', person: { email: newEmail() } })
    expect(answer.status).toBe(402)
  })
})

describe('redirectUrl', () => {
  const next = 'https://Careers.example.com/next?step=2&of=3#form'
  const pageOf = async (cookie: string, path: string) =>
    (await fetch(`${running.url}${path}`, { headers: { cookie } })).text()

  test('201: the last page leads on to it by name, after the last answer, unchanged, and nothing goes along', async () => {
    const email = newEmail()
    const made = await order({ packageId: 'focus', person: { email }, redirectUrl: next })
    expect(made.redirectUrl).toBe(next)
    const taker = await takerOf(made.profileId, email)
    expect(await pageOf(taker.cookie, '/take')).not.toContain('areers.example.com')
    await take(running, taker, 1, ['focus'])
    const link = `<a class="button button-main" href="${next.replace('&', '&amp;')}" rel="noreferrer">Continue to careers.example.com</a>`
    expect(await pageOf(taker.cookie, '/take/results')).toContain(link)
    await account.call('PATCH', '/account/preferences', { participantSeesReport: false })
    expect(await pageOf(taker.cookie, '/take/thanks')).toContain(link)
    await account.call('PATCH', '/account/preferences', { participantSeesReport: null })
    // An order that has ended leads nowhere, and a newer one elsewhere.
    const later = { packageId: 'focus', profileId: made.profileId, redirectUrl: 'https://пример.example/' }
    await order(later)
    const page = await pageOf(taker.cookie, '/take/results')
    expect(page).toContain('Continue to xn--e1afmkfd.example')
    expect(page).not.toContain('areers.example.com')
  })

  test.each([
    'next',
    '//careers.example.com/next',
    'http://careers.example.com/next',
    'javascript:alert(1)//https://careers.example.com',
    'data:text/html,https://careers.example.com',
    'https:careers.example.com/next',
    'https://careers.example.com@evil.example/',
    'https://:secret@evil.example/',
    'https:\\\\evil.example\\next',
    'https://evil.example/\u202Emoc.elpmaxe',
    'https://evil.example/a b',
    'https://evil.example/\r\nset-cookie: a=1',
    'https://127.0.0.1/next',
    'https://2130706433/next',
    'https://0x7f.1/next',
    'https://[::1]/next',
    'https://localhost/next',
    'https://timbre.localhost/next',
    'https://printer.local/next',
    'https://intranet/next',
    `https://evil.example/${'a'.repeat(2_000)}`,
  ])('400 for %j, and no one is added', async (redirectUrl) => {
    const email = newEmail()
    const answer = await account.call('POST', '/order', { packageId: 'all', person: { email }, redirectUrl })
    expect([answer.status, answer.body.error.param]).toEqual([400, 'redirectUrl'])
    expect((await account.call('GET', `/profiles?search=${email}`)).body.profiles).toEqual([])
  })
})

describe('GET /orders', () => {
  test('200 newest first, by state, person and own key', async () => {
    const own = await running.account()
    const made: Json[] = []
    for (const ref of ['a', 'b', 'a'])
      made.push(await order({ packageId: 'all', person: { email: newEmail() }, externalRef: ref }, own.call))
    await own.call('POST', `/order/${made[1].id}/cancel`)
    const ids = async (query: string) =>
      (await own.call('GET', `/orders${query}`)).body.orders.map((one: Json) => one.id)
    expect(await ids('')).toEqual([made[2].id, made[1].id, made[0].id])
    expect(await ids('?externalRef=a')).toEqual([made[2].id, made[0].id])
    expect(await ids('?state=cancelled')).toEqual([made[1].id])
    expect(await ids(`?profileId=${made[0].profileId}`)).toEqual([made[0].id])
    const { body } = await own.call('GET', '/orders?limit=2')
    expect(body.pagination).toMatchObject({ total: 3, hasMore: true })
  })

  test('nothing of an order needs profiles:read, and none has a name, an address or a score', async () => {
    const email = newEmail()
    const made = await order({ packageId: 'focus', person: { email, firstName: 'Quirin' } })
    await take(running, await takerOf(made.profileId, email), 1, ['focus'])
    const token = await signIn(running.baseUrl, account, 'profiles:write')
    const call = callAs(running.baseUrl, token)
    for (const path of ['/orders', `/order/${made.id}`]) {
      const { status, text } = await call('GET', path)
      expect(status).toBe(200)
      expect(text).not.toMatch(/Quirin|test\.test|score|percentile/i)
    }
  })
})

describe('POST /order/{orderId}/cancel', () => {
  test('200 and ends the link, and an email that was not sent is not sent', async () => {
    const email = newEmail()
    const made = await order({ packageId: 'all', person: { email } })
    const [message] = await messagesTo(email)
    const { status, body } = await account.call('POST', `/order/${made.id}/cancel`)
    expect([status, body.order.state]).toEqual([200, 'cancelled'])
    const page = await fetch(message.links[0], { method: 'POST', redirect: 'manual' })
    expect(page.headers.get('set-cookie')).toBeNull()
    expect(await typesAbout(made.profileId)).toEqual(['order.created', 'order.cancelled'])
    const again = await account.call('POST', `/order/${made.id}/cancel`)
    expect([again.status, again.body.order.state]).toEqual([200, 'cancelled'])
    expect(await typesAbout(made.profileId)).toHaveLength(2)
  })

  test('someone who has begun may finish, and the order stays cancelled', { tags: 'long' }, async () => {
    const email = newEmail()
    const made = await order({ packageId: 'focus', person: { email } })
    const taker = await takerOf(made.profileId, email)
    await account.call('POST', `/order/${made.id}/cancel`)
    expect(await take(running, taker, 1, ['focus'])).toMatchObject({ completed: ['focus'] })
    expect(await stateOf(made.id)).toBe('cancelled')
  })

  test('404 for an unknown order', { tags: 'long' }, async () => {
    const { status, body } = await account.call('POST', `/order/${newPublicId()}/cancel`)
    expect([status, body.error.code]).toEqual([404, 'order_not_found'])
  })
})

test('an order that is not completed expires after eight weeks, once', async () => {
  const made = await order({ packageId: 'all', person: { email: newEmail() } })
  try {
    shift = (8 * 7 * 24 + 1) * 3_600_000
    await running.service.expireOrders()
    await running.service.expireOrders()
  } finally {
    shift = 0
  }
  expect(await stateOf(made.id)).toBe('expired')
  expect(await typesAbout(made.profileId)).toEqual(['order.created', 'order.expired'])
})

test('an account whose orders cannot be ended, or that moves to another region, holds up no other', async () => {
  const [failing, moving, healthy] = [
    await running.account(),
    await running.account(),
    await running.account(),
  ]
  const accounts = [failing, moving, healthy]
  for (const { call } of accounts) await order({ packageId: 'all', person: { email: newEmail() } }, call)
  await running.db.admin(
    `insert into account_move (account_id, direction, zone, state, changed_at) values ($1, 'out', 'eu', 'leaving', now())`,
    [moving.id],
  )
  // More than one look finds, and longer overdue than all others.
  await running.db.admin(
    `insert into assessment_order
       select (jsonb_populate_record(one, jsonb_build_object('id', substr(md5(n::text), 1, 24), 'external_ref', null,
           'reference', gen_random_uuid(),
           'expires_at', one.expires_at - interval '1 day'))).*
         from assessment_order one, generate_series(1, 600) n where account_id = $1`,
    [failing.id],
  )
  await running.db.admin(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
  )
  await running.db.admin(
    `create trigger refuse before update on assessment_order for each row when (new.account_id = '${failing.id}') execute function refuse()`,
  )
  try {
    shift = (8 * 7 * 24 + 1) * 3_600_000
    await running.service.expireOrders()
  } finally {
    shift = 0
    await running.db.admin('drop trigger refuse on assessment_order')
  }
  const states = await Promise.all(
    accounts.map(({ id }) =>
      running.db.admin('select distinct state from assessment_order where account_id = $1', [id]),
    ),
  )
  expect(states.flat()).toEqual([{ state: 'open' }, { state: 'open' }, { state: 'expired' }])
  expect(running.logged()).toContain('order expiry: could not finish an account')
})

test('the orders of a person are deleted with them', async () => {
  const made = await order({ packageId: 'all', person: { email: newEmail() } })
  await account.call('DELETE', `/profile/${made.profileId}`)
  expect((await account.call('GET', `/order/${made.id}`)).status).toBe(404)
})
