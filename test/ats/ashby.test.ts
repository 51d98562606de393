import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { ashbyStandIn, connect } from '../support/ats-stand-ins.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { take } from '../support/taking.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { cookieOf, followLink } from '../web/taker-requests.ts'

let running: TestService
let receiver: WebhookReceiver
let account: TestAccount
let connection: Awaited<ReturnType<typeof connect>>
let ashby: ReturnType<typeof ashbyStandIn>
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  running = await startTestService({ WEBHOOKS: 'on', ATS_HOSTS: `ashby=${new URL(receiver.url()).origin}` })
  account = await running.account()
  connection = await connect(account, 'ashby', { remoteKey: 'key-of-the-customer' })
  ashby = ashbyStandIn(connection, receiver)
})

async function takerOf(email: string) {
  await running.service.drainOutbox()
  const url = `${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`
  const [message] = (await (await fetch(url)).json()) as Json[]
  return {
    profileId: '',
    email,
    link: message.links[0],
    cookie: cookieOf(await followLink(message.links[0])),
  }
}

const updatesOf = (id: string) => ashby.updates.filter((one) => one.assessment_id === id)

async function until(isTrue: () => boolean): Promise<void> {
  for (let round = 0; round < 100 && !isTrue(); round++) await sleep(50)
  expect(isTrue()).toBe(true)
}

test('assessment.list: 200 with types; Bearer is accepted too', async () => {
  const { status, body } = await ashby.list()
  expect([status, body.success, body.results.map((one: Json) => one.assessment_type_id)]).toEqual([
    ...[200, true, ['all', 'focus', 'disc-core']],
  ])
  for (const one of body.results)
    expect(Object.keys(one)).toEqual(['assessment_type_id', 'name', 'description'])
  const bearer = { authorization: `Bearer ${connection.key}` }
  expect((await ashby.ask('POST', ashby.url('assessment.list'), '', {}, bearer)).status).toBe(200)
})

test('from assessment.start to a result: Started, then Completed, with rising times and no score', async () => {
  const body = ashby.startFor({ assessment_type_id: 'disc-core' })
  const { email } = body.candidate as { email: string }
  const started = await ashby.start(body)
  expect([started.status, started.body.success]).toEqual([200, true])
  const id: string = started.body.results.assessment_id
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const taker = await takerOf(email)
  await take(running, taker, 1, ['disc'])
  await take(running, taker, 1, ['core'])
  await until(() => updatesOf(id).length === 2)
  const [first, second] = updatesOf(id)
  expect(first).toEqual({
    assessment_id: id,
    timestamp: expect.any(Number),
    assessment_status: { identifier: 'status', label: 'Status', type: 'string', value: 'Started' },
  })
  expect(second).toEqual({
    assessment_id: id,
    timestamp: expect.any(Number),
    assessment_profile_url: {
      identifier: 'profile',
      label: 'Profile',
      type: 'url',
      value: expect.stringMatching(/\/people\/[0-9a-f]{24}$/),
    },
    assessment_result: { identifier: 'result', label: 'Result', type: 'string', value: 'Completed' },
  })
  expect(second.timestamp).toBeGreaterThan(first.timestamp)
  const call = receiver.received.at(-1)
  expect(call?.headers.authorization).toBe(`Basic ${Buffer.from('key-of-the-customer:').toString('base64')}`)
  expect(call?.headers['user-agent']).toMatch(/^Timbre\//)
  expect(call?.headers.accept).toBe('application/json; version=1')
})

test('repeat: the same application and type is the same assessment while it is open, and a new one later', async () => {
  const body = ashby.startFor()
  const first = await ashby.start(body)
  const again = await ashby.start(body)
  expect([again.status, again.body]).toEqual([200, first.body])
  const id = first.body.results.assessment_id
  const cancelled = await ashby.cancel(id)
  expect([cancelled.status, cancelled.body]).toEqual([200, { success: true, results: { assessment_id: id } }])
  // Ashby asked for it, so it isn't told.
  await running.service.drainCallbacks()
  expect(updatesOf(id)).toEqual([])
  const later = await ashby.start(body)
  expect(later.body.results.assessment_id).not.toBe(id)
})

test('409 for another application of a person who is being assessed with the same type', {
  tags: 'long',
}, async () => {
  const body = ashby.startFor()
  await ashby.start(body)
  const other = { ...body, application: { ashby_id: newPublicId(), status: 'Active' } }
  const { status, body: answer } = await ashby.start(other)
  expect([status, answer.success, answer.message]).toEqual([
    409,
    false,
    expect.stringContaining('open order'),
  ])
  expect((await ashby.start({ ...other, assessment_type_id: 'focus' })).status).toBe(200)
})

test('an order that is cancelled here, or whose email fails, is reported with a reason', async () => {
  const { results } = (await ashby.start(ashby.startFor())).body
  const { orders } = (await account.call('GET', '/orders?state=open')).body
  const order = orders.find((one: Json) => one.reference === results.assessment_id)
  await account.call('POST', `/order/${order.id}/cancel`)
  await until(() => updatesOf(results.assessment_id).length === 1)
  expect(updatesOf(results.assessment_id)[0].cancelled_reason).toEqual({
    ...{ identifier: 'reason', label: 'Reason', type: 'string', value: 'The order was cancelled.' },
  })
})

describe('refusals are 422 with a sentence if a recruiter can mend them', () => {
  test.each([
    [{ assessment_type_id: 'gold' }, {}, 'package'],
    [{}, { email: 'nonsense' }, 'email'],
    [{}, { email: null }, 'email'],
  ])('%j %j', async (changes, person, word) => {
    const { status, body } = await ashby.start(ashby.startFor(changes, person))
    expect([status, body.success, body.message]).toEqual([422, false, expect.stringContaining(word)])
  })

  test('422 without a plan', { tags: 'long' }, async () => {
    const unpaid = await running.account()
    const own = ashbyStandIn(await connect(unpaid, 'ashby'), receiver)
    await running.db.admin(`update account set billing_status = 'unpaid' where id = $1`, [unpaid.id])
    const { status, body } = await own.start(own.startFor())
    expect([status, body.message]).toEqual([422, expect.stringContaining('unpaid')])
    ashby = ashbyStandIn(connection, receiver)
  })

  test('404 for an unknown assessment, and 401 for a wrong key', { tags: 'long' }, async () => {
    expect((await ashby.cancel('9a1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11')).status).toBe(404)
    const wrong = await ashby.ask('POST', ashby.url('assessment.list'), 'tmb_ats_wrong', {})
    expect([wrong.status, wrong.body.success]).toEqual([401, false])
  })
})

test("without the account's key at Ashby nothing is called, and the log says what is missing", async () => {
  const other = await running.account()
  const own = await connect(other, 'ashby')
  const standIn = ashbyStandIn(own, receiver)
  await standIn.start(standIn.startFor())
  const [order] = (await other.call('GET', '/orders')).body.orders
  const before = receiver.received.length
  await other.call('POST', `/order/${order.id}/cancel`)
  await running.service.drainCallbacks()
  expect(receiver.received).toHaveLength(before)
  const [line] = (await other.call('GET', `/connection/${own.id}/entries`)).body.entries
  expect(line).toMatchObject({ direction: 'out', isProblem: true, message: expect.stringContaining('key') })
  ashby = ashbyStandIn(connection, receiver)
})
