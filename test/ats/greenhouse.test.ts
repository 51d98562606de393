import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { countUnderWay } from '../../src/domain/move/store.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { connect, greenhouseStandIn } from '../support/ats-stand-ins.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { take } from '../support/taking.ts'
import { newEmail } from '../support/test-rows.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { cookieOf, followLink } from '../web/taker-requests.ts'

let running: TestService
let receiver: WebhookReceiver
let account: TestAccount
let connection: Awaited<ReturnType<typeof connect>>
let greenhouse: ReturnType<typeof greenhouseStandIn>
let shift = 0
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  const environment = { WEBHOOKS: 'on', ATS_HOSTS: `greenhouse=${new URL(receiver.url()).origin}` }
  running = await startTestService(environment, { clock: () => new Date(Date.now() + shift) })
  account = await running.account()
  connection = await connect(account, 'greenhouse')
  greenhouse = greenhouseStandIn(connection, receiver)
})

async function messagesTo(email: string): Promise<Json[]> {
  await running.service.drainOutbox()
  return (await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json() as Promise<
    Json[]
  >
}

async function takerOf(email: string) {
  const link = (await messagesTo(email))[0]?.links[0]
  return { profileId: '', email, link, cookie: cookieOf(await followLink(link)) }
}

async function entries(): Promise<Json[]> {
  return (await account.call('GET', `/connection/${connection.id}/entries`)).body.entries
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let round = 0; round < 100 && !isTrue(); round++) await sleep(50)
  expect(isTrue()).toBe(true)
}

test('GET list_tests: 200 with ids and names as strings', async () => {
  const { status, body } = await greenhouse.listTests()
  expect([status, body]).toEqual([
    200,
    [
      { partner_test_id: 'all', partner_test_name: 'Timbre: DISC, Focus and Core' },
      { partner_test_id: 'focus', partner_test_name: 'Timbre: Focus' },
      { partner_test_id: 'disc-core', partner_test_name: 'Timbre: DISC and Core' },
    ],
  ])
})

test('from send_test to a completed status, with the call in between; nothing sent has a score', async () => {
  const body = greenhouse.testFor({ partner_test_id: 'focus' })
  const { email } = body.candidate as { email: string }
  const sent = await greenhouse.sendTest(body)
  expect([sent.status, Object.keys(sent.body)]).toEqual([200, ['partner_interview_id']])
  const id: string = sent.body.partner_interview_id
  expect((await greenhouse.testStatus(id)).body).toEqual({
    partner_status: 'sent',
    metadata: { Assessments: 'Focus' },
  })
  const before = receiver.received.length
  await take(running, await takerOf(email), 1, ['focus'])
  await until(() => receiver.received.length > before && greenhouse.statuses.length > 0)
  const patch = receiver.received.at(-1)
  expect(patch).toMatchObject({ method: 'PATCH', path: new URL(body.url).pathname, body: '' })
  expect(patch?.headers.authorization).toBe(`Basic ${Buffer.from(`${connection.key}:`).toString('base64')}`)
  const status = greenhouse.statuses.at(-1)
  expect(status?.body).toEqual({
    partner_status: 'complete',
    partner_profile_url: expect.stringMatching(/\/people\/[0-9a-f]{24}$/),
    metadata: {
      Started: expect.stringMatching(/Z$/),
      Completed: expect.stringMatching(/Z$/),
      Assessments: 'Focus',
    },
  })
  // Greenhouse shows nothing where it can't reach the address; strangers see the sign-in page.
  const page = await fetch(status?.body.partner_profile_url)
  expect([page.status, (await page.text()).includes('Osei')]).toEqual([200, false])
  const [profile] = (await account.call('GET', `/profiles?search=${email}`)).body.profiles
  expect(profile.customIds[0]).toMatch(/^greenhouse:\d+$/)
  const [order] = (await account.call('GET', `/orders?profileId=${profile.id}`)).body.orders
  expect(order).toMatchObject({ provider: 'greenhouse', connectionId: connection.id, reference: id })
})

test('labels as words, and no number, once an owner has chosen so; then no more', async () => {
  const body = greenhouse.testFor({ partner_test_id: 'all' })
  const { email } = body.candidate as { email: string }
  const id = (await greenhouse.sendTest(body)).body.partner_interview_id
  await take(running, await takerOf(email), 1, ['disc', 'focus', 'core'])
  const path = `/connection/${connection.id}`
  expect((await account.call('PATCH', path, { sharesLabels: true })).status).toBe(200)
  const { metadata, ...rest } = (await greenhouse.testStatus(id)).body
  expect(Object.keys(metadata)).toEqual([
    ...['Started', 'Completed', 'Assessments', 'Style'],
    ...['Flexibility', 'Organization', 'Communication', 'Understanding', 'Stability'],
  ])
  expect(metadata.Style).toMatch(/^[DISC]{1,2}$/)
  expect(metadata.Stability).toMatch(/^(very )?(low|high)$|^middle$/)
  expect(rest).not.toHaveProperty('partner_score')
  await account.call('PATCH', path, { sharesLabels: false })
  expect(Object.keys((await greenhouse.testStatus(id)).body.metadata)).toHaveLength(3)
})

test('50 equal send_test at once: one order, one email', async () => {
  const body = greenhouse.testFor()
  const { email } = body.candidate as { email: string }
  const answers = await Promise.all(Array.from({ length: 50 }, () => greenhouse.sendTest(body)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.body.partner_interview_id)).size).toBe(1)
  expect(await messagesTo(email)).toHaveLength(1)
  expect(
    await running.db.admin(`select 1 from assessment_order where callback_url = $1`, [body.url]),
  ).toHaveLength(1)
})

test('the same address after a failed email: the same id, and another email', { tags: 'long' }, async () => {
  const body = greenhouse.testFor()
  const first = await greenhouse.sendTest(body)
  await running.db.admin(
    `update invite set failed_at = now(), created_at = now() - interval '2 minutes'
      where id = (select invite_id from assessment_order where callback_url = $1)`,
    [body.url],
  )
  await running.db.admin(`update assessment_order set state = 'failed' where callback_url = $1`, [body.url])
  const email = newEmail()
  const again = await greenhouse.sendTest({ ...body, candidate: { ...body.candidate, email } } as typeof body)
  expect(again.body).toEqual(first.body)
  expect(await messagesTo(email)).toHaveLength(1)
  expect((await greenhouse.testStatus(first.body.partner_interview_id)).body.partner_status).toBe('sent')
})

describe('an address that Greenhouse must not be reported to', () => {
  test.each([
    'https://evil.example/take',
    'https://app.greenhouse.io.evil.example/x',
    'https://app.greenhouse.io@evil.example/x',
    'http://app.greenhouse.io/x',
    'https://app.greenhouse.io:8443/x',
    'https://user:pass@app.greenhouse.io/x',
    'https://169.254.169.254/x',
    'http://127.0.0.1:1/x',
    'javascript:alert(1)',
    'x',
  ])('400 for %s, and nothing is made or called', async (url) => {
    const before = receiver.received.length
    const body = greenhouse.testFor({ url })
    const { email } = body.candidate as { email: string }
    const { status, body: answer } = await greenhouse.sendTest(body)
    expect([status, answer.errors[0].message]).toEqual([400, expect.stringContaining('url')])
    expect(await running.db.admin('select 1 from profile where email = $1', [email])).toEqual([])
    await running.service.drainCallbacks()
    expect(receiver.received).toHaveLength(before)
  })
})

describe('who may ask', () => {
  test('404 without a connection, whatever the key; 401 without its key', async () => {
    const elsewhere = greenhouse.url('list_tests').replace(connection.id, newPublicId())
    expect((await greenhouse.ask('GET', elsewhere, connection.key)).status).toBe(404)
    expect((await greenhouse.ask('GET', elsewhere.replace('/greenhouse/', '/ashby/'), 'x')).status).toBe(404)
    const own = greenhouse.url('list_tests')
    for (const key of ['', 'tmb_ats_nonsense', `tmb_ats_${'A'.repeat(59)}`, connection.key.slice(0, -1)]) {
      const { status, headers } = await greenhouse.ask('GET', own, key)
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Timbre"'])
    }
    expect((await fetch(own)).status).toBe(401)
  })

  test("another account's key is like no key, and its orders are like none", async () => {
    const other = await running.account()
    const theirs = await connect(other, 'greenhouse')
    const wrong = await greenhouse.ask('GET', greenhouse.url('list_tests'), theirs.key)
    const unknown = await greenhouse.ask('GET', greenhouse.url('list_tests'), `tmb_ats_${'A'.repeat(59)}`)
    expect([wrong.status, wrong.text]).toEqual([401, unknown.text])
    const id = (await greenhouse.sendTest(greenhouse.testFor())).body.partner_interview_id
    const otherStandIn = greenhouseStandIn(theirs, receiver)
    const foreign = await otherStandIn.testStatus(id)
    const missing = await otherStandIn.testStatus('9a1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11')
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    // Another connection of the same account is another system.
    const second = greenhouseStandIn(await connect(account, 'greenhouse'), receiver)
    expect((await second.testStatus(id)).status).toBe(404)
    greenhouse = greenhouseStandIn(connection, receiver)
  })

  test('a key is shown once, is short enough, and ends with its connection', async () => {
    expect(connection.key.length).toBeLessThan(80)
    const own = await connect(account, 'greenhouse')
    const { text } = await account.call('GET', '/connections')
    const rows = JSON.stringify(
      await running.db.admin('select connection::text from connection where id = $1', [own.id]),
    )
    for (const place of [text, rows, running.logged()]) expect(place).not.toContain(own.key.slice(8))
    expect(await account.call('DELETE', `/connection/${own.id}`)).toMatchObject({ status: 204 })
    const ended = greenhouseStandIn(own, receiver)
    expect((await ended.listTests()).status).toBe(404)
    greenhouse = greenhouseStandIn(connection, receiver)
  })

  test('a replaced key ends at once', async () => {
    const own = await connect(account, 'greenhouse')
    const { body } = await account.call('POST', `/connection/${own.id}/rotate-key`)
    const ended = greenhouseStandIn(own, receiver)
    expect((await ended.listTests()).status).toBe(401)
    const renewed = greenhouseStandIn({ ...own, key: body.connection.key }, receiver)
    expect((await renewed.listTests()).status).toBe(200)
    greenhouse = greenhouseStandIn(connection, receiver)
  })
})

describe('refusals', () => {
  test('404 for an unknown test or interview; 400 for a broken body, each with a sentence', {
    tags: 'long',
  }, async () => {
    const unknown = await greenhouse.sendTest(greenhouse.testFor({ partner_test_id: 'gold' }))
    expect([unknown.status, unknown.body.errors[0].message]).toEqual([
      404,
      expect.stringContaining('package'),
    ])
    expect((await greenhouse.testStatus('98765')).status).toBe(404)
    const broken = await greenhouse.sendTest(greenhouse.testFor({}, { email: 'not an address' }))
    expect([broken.status, broken.body.errors[0].message]).toEqual([400, expect.stringContaining('email')])
  })

  test("400 with a sentence without a plan, which the connection's page says too", async () => {
    const unpaid = await running.account()
    const own = await connect(unpaid, 'greenhouse')
    await running.db.admin(`update account set billing_status = 'unpaid' where id = $1`, [unpaid.id])
    const { status, body } = await greenhouseStandIn(own, receiver).sendTest(greenhouse.testFor())
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('unpaid')])
    const [listed] = (await unpaid.call('GET', '/connections')).body.connections
    expect(listed.lastProblem).toMatchObject({
      call: 'send_test',
      message: expect.stringContaining('unpaid'),
    })
    greenhouse = greenhouseStandIn(connection, receiver)
  })

  test('response_error: 200, and a line in the log of the connection, without addresses', {
    tags: 'long',
  }, async () => {
    const id = (await greenhouse.sendTest(greenhouse.testFor())).body.partner_interview_id
    const { status, body } = await greenhouse.responseError({
      api_call: 'test_status',
      errors: ['partner_status is required, said ada@example.com'],
      partner_test_id: 'all',
      partner_test_name: 'Timbre',
      partner_interview_id: id,
      candidate_email: 'ada@example.com',
    })
    expect([status, body]).toEqual([200, { status: 200 }])
    const [line] = await entries()
    expect(line).toMatchObject({ direction: 'in', call: 'response_error test_status', isProblem: true })
    expect(line.message).toBe('partner_status is required, said [removed]')
    expect(line.orderId).toMatch(/^[0-9a-f]{24}$/)
  })
})

test('a stand-in that is down for two days hears of the completion after it is back', async () => {
  const body = greenhouse.testFor({ partner_test_id: 'focus' })
  const { email } = body.candidate as { email: string }
  await greenhouse.sendTest(body)
  receiver.answer(503)
  const path = new URL(body.url).pathname
  const calls = () => receiver.received.filter((one) => one.path === path).length
  await take(running, await takerOf(email), 1, ['focus'])
  try {
    for (let hours = 0; hours <= 48; hours += 4) {
      shift = hours * 3_600_000
      await running.service.drainCallbacks()
    }
    const failed = calls()
    expect(failed).toBeGreaterThan(4)
    receiver.answer(200)
    shift = 80 * 3_600_000
    await running.service.drainCallbacks()
    expect(calls()).toBe(failed + 1)
    await running.service.drainCallbacks()
    expect(calls()).toBe(failed + 1)
  } finally {
    shift = 0
    greenhouse = greenhouseStandIn(connection, receiver)
  }
})

describe('a report', () => {
  /** Someone completes an ordered test, right after `before`. */
  async function complete(before: () => Promise<unknown>): Promise<{ url: string; calls: () => number }> {
    const body = greenhouse.testFor({ partner_test_id: 'focus' })
    const { email } = body.candidate as { email: string }
    await greenhouse.sendTest(body)
    const taker = await takerOf(email)
    await before()
    await take(running, taker, 1, ['focus'])
    const path = new URL(body.url).pathname
    return { url: body.url, calls: () => receiver.received.filter((one) => one.path === path).length }
  }

  test('is not sent twice if its outcome cannot be recorded for a moment', async () => {
    const { calls } = await complete(async () => {
      await running.db.admin(
        `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
      )
      await running.db.admin(
        `create trigger refuse before update on order_callback for each row when (new.state = 'delivered') execute function refuse()`,
      )
    })
    await until(() => calls() === 1)
    await running.db.admin('drop trigger refuse on order_callback')
    await running.service.drainCallbacks()
    try {
      // Its lease is over.
      shift = 60_000
      await running.service.drainCallbacks()
    } finally {
      shift = 0
    }
    expect(calls()).toBe(1)
  })

  test('waits while its account moves to another region, and the move waits for one under way', async () => {
    const { url, calls } = await complete(() =>
      running.db.admin(
        `insert into account_move (account_id, direction, zone, state, changed_at) values ($1, 'out', 'eu', 'leaving', now())`,
        [account.id],
      ),
    )
    await running.service.drainCallbacks()
    expect(calls()).toBe(0)
    const lease = (until: string) =>
      running.db.admin(
        `update order_callback set leased_until = ${until}
          where order_id = (select id from assessment_order where callback_url = $1)`,
        [url],
      )
    const underWay = () => running.db.database.inSystem((sql) => countUnderWay(sql, account.id))
    const before = await underWay()
    await lease(`now() + interval '1 minute'`)
    expect(await underWay()).toBe(before + 1)
    await lease('null')
    await running.db.admin('delete from account_move where account_id = $1', [account.id])
    await running.service.drainCallbacks()
    expect(calls()).toBe(1)
  })
})

test('in a sandbox nothing is called: the report is kept with the messages', async () => {
  const sandbox = await running.account({ mode: 'sandbox' })
  const own = greenhouseStandIn(await connect(sandbox, 'greenhouse'), receiver)
  const body = own.testFor({ partner_test_id: 'focus' })
  await own.sendTest(body)
  const [order] = (await sandbox.call('GET', '/orders')).body.orders
  await sandbox.call('POST', '/sandbox/complete', { profileId: order.profileId })
  await running.service.drainCallbacks()
  const { messages } = (await sandbox.call('GET', '/sandbox/messages')).body
  expect(messages.find(({ channel }: Json) => channel === 'callback')).toMatchObject({
    to: body.url,
    text: expect.stringContaining(`PATCH ${body.url}`),
  })
  expect(receiver.received.some(({ path }) => path === new URL(body.url).pathname)).toBe(false)
  greenhouse = greenhouseStandIn(connection, receiver)
})
