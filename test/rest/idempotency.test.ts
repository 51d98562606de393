import { beforeAll, describe, expect, test } from 'vitest'
import { scopes, scopesNeeded } from '../../src/contract/scope.ts'
import { insertMachineClient } from '../../src/identity/client-credentials.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { comparable, expectEnvelope } from '../support/envelope.ts'
import { type Forger, openForger } from '../support/forge.ts'
import {
  dashboardFor,
  fieldKind,
  fieldOf,
  formallyValid,
  needsCompleted,
  openSubjects,
  routeOf,
  type Subjects,
  sendInput,
  validInput,
} from '../support/inputs.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'
import { type RestOperation, restOperations } from '../support/rest-operations.ts'
import { idPlaces } from '../support/schemas.ts'
import {
  type Answer,
  callAs,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let forge: Forger
let account: TestAccount
let subjects: Awaited<ReturnType<typeof openSubjects>>
let ahead = 0
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + ahead) })
  ;[tables, forge, account] = await Promise.all([
    openTables(running.db),
    openForger(running),
    running.account(),
  ])
  subjects = await openSubjects(running, account)
})

const posts = restOperations
  .filter((endpoint) => endpoint.method === 'POST')
  .map((endpoint) => [endpoint.name, endpoint] as const)
const withKey = (key: string) => ({ 'idempotency-key': key })
const create = (fields: object, key: string, by = account.call) =>
  by('POST', '/profile', fields, withKey(key))
const set = (columns: string) => running.db.admin(`update account set ${columns} where id = $1`, [account.id])

function expectReplay(answer: Answer, first: Answer, label: string): void {
  expect([answer.status, comparable(answer.text)], label).toEqual([first.status, comparable(first.text)])
  expect(answer.headers.get('idempotent-replayed'), label).toBe('true')
  expect(answer.headers.get('content-type'), label).toBe(first.headers.get('content-type'))
  expect(answer.headers.get('x-request-id'), label).not.toBe(first.headers.get('x-request-id'))
}

function expectConflict(answer: Answer, code: string, label: string): void {
  expect([answer.status, answer.body.error?.code], `${label}: ${answer.text}`).toEqual([409, code])
  expectEnvelope(answer, label)
  expect(answer.headers.get('idempotent-replayed'), label).toBeNull()
}

/** The same fields in reverse order, including nested ones. */
function withReversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReversedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, withReversedKeys(inner)]),
  )
}

/**
 * The person that an operation's answer was about, and what may be left of them after their deletion: `label` says for
 * which operation. All tables are searched once for all of them, because that reads every row.
 */
const erased: { label: string; id: string; email: string | undefined }[] = []

async function expectNothingLeft(): Promise<void> {
  expect(erased.length).toBeGreaterThan(0)
  const rows = (await tables.dump()).split('\n')
  const aboutPeople = rows.filter((row) => !/^(audit_entry|event) /.test(row))
  for (const { label, id, email } of erased.splice(0)) {
    expect(aboutPeople.filter((row) => row.includes(id)).map(shortened), label).toEqual([])
    if (email) expect(rows.filter((row) => row.includes(email)).map(shortened), label).toEqual([])
  }
}

const shortened = (row: string) => row.slice(0, 200)

// The operation that deletes everyone comes last: it would remove what another one has left.
const inOrder = posts.toSorted(
  ([one], [other]) => Number(one === 'reset_sandbox') - Number(other === 'reset_sandbox'),
)

describe.each(inOrder)('%s with a key', (name, endpoint) => {
  type Sent = { key: string; input: Record<string, unknown> }
  const send = ({ key, input }: Sent, by = account.call) => sendInput(by, endpoint, input, withKey(key))

  // What names no person and returns none is asked for again after a deletion in the long test.
  const isAboutPeople =
    name === 'reset_sandbox' ||
    endpoint.operation.rest?.key === 'profile' ||
    idPlaces(endpoint.operation.input).some((place) => fieldKind(endpoint, fieldOf(place)) === 'profile')
  const then = isAboutPeople ? ', and nothing of a deleted person' : ''
  test(`two at once have one effect; then the same answer, 409 for another body${then}`, async () => {
    if (name === 'reset_sandbox') await expectNothingLeft()
    const fresh = await subjects.freshFor(endpoint, isAboutPeople ? ['profile'] : [])
    const sent = { key: `for-${fresh.canary}-${newPublicId()}`, input: validInput(endpoint, fresh) }
    const first = await sendTogether(sent, 2)
    await running.service.drainOutbox()
    await tables.expectUnchanged(async () => {
      expectReplay(await send(sent), first, name)
      await expectOtherBodyRefused(sent)
      await running.service.drainOutbox()
    })
    if (isAboutPeople) await expectErased(sent, first, fresh)
  })

  // One key lives through all of it, because what each part needs is the same: records, and an answer that is stored.
  const all =
    '403, 400, 404 and 402 are not stored; then one effect, the same answer or 409, and nothing of a deleted person'
  test(all, { tags: 'long' }, async () => {
    if (name === 'reset_sandbox') await expectNothingLeft()
    const fresh = await subjects.freshFor(endpoint, ['profile'])
    const sent = { key: `for-${fresh.canary}-${newPublicId()}`, input: validInput(endpoint, fresh) }
    await tables.expectUnchanged(() => expectRefusals(sent))
    if (endpoint.operation.billed) {
      await set(`billing_status = 'unpaid'`)
      const unpaid = await send(sent)
      await set(`billing_status = 'active'`)
      expect(unpaid.status).toBe(402)
    }
    // Each tenth operation is sent twenty times, the others three times: what waits for the first is the same.
    const first = await sendTogether(sent, posts.findIndex(([one]) => one === name) % 10 === 0 ? 20 : 3)
    await running.service.drainOutbox()
    await tables.expectUnchanged(async () => {
      await expectAnswers(sent, first)
      await running.service.drainOutbox()
    })
    await expectAfterTrial(sent, first)
    await expectErased(sent, first, fresh)
  })

  async function expectRefusals(sent: Sent): Promise<void> {
    if (scopesNeeded(endpoint.operation).length > 0) {
      const bare = callAs(running.baseUrl, await forge(account))
      expect((await send(sent, bare)).status).toBe(403)
    }
    expect((await send({ ...sent, input: { ...sent.input, unheardOf: 1 } })).status).toBe(400)
    if (endpoint.inPath.length === 0) return
    const nobody = await send({ ...sent, input: formallyValid(endpoint) })
    expect([403, 404], nobody.text).toContain(nobody.status)
  }

  /** The same request several times at once: one is done, the others wait for its answer, which is returned. */
  async function sendTogether(sent: Sent, count: number): Promise<Answer> {
    const answers = await Promise.all(Array.from({ length: count }, () => send(sent)))
    const bodies = new Set(answers.map(({ status, text }) => `${status} ${comparable(text)}`))
    expect([...bodies], name).toHaveLength(1)
    const [first, ...more] = answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)
    if (!first) throw new Error('All answers are replayed.')
    expect(more).toEqual([])
    expect(first.status, first.text).toBeLessThan(300)
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    const entries = await tables.rows<{ id: string }>(
      'select distinct request_id as id from audit_entry where request_id = any($1)',
      [ids],
    )
    const expected = endpoint.operation.effect === 'reads' ? [] : [first.headers.get('x-request-id')]
    expect(entries.map(({ id }) => id)).toEqual(expected)
    return first
  }

  /** The same body in another order: the same answer. Another body, operation or set of scopes: 409, nothing of the answer. */
  async function expectAnswers(sent: Sent, first: Answer): Promise<void> {
    const { key, input } = sent
    const reversed = withReversedKeys(input) as typeof input
    expectReplay(await send({ key: `"${key}"`, input: reversed }), first, name)
    await expectOtherBodyRefused(sent)
    const [path, body] =
      name === 'create_profile' ? ['/test', { ping: key }] : ['/profile', { firstName: 'A' }]
    const dashboard = dashboardFor(endpoint, account.call)
    const elsewhere = await (dashboard?.call ?? account.call)('POST', path, body, withKey(key))
    expectConflict(elsewhere, 'idempotency_key_reused', name)
    const needed = scopesNeeded(endpoint.operation)
    const token = await (dashboard?.issueToken({ scope: needed.join(' ') }) ??
      forge(account, { scopes: needed }))
    expectConflict(await send(sent, callAs(running.baseUrl, token)), 'idempotency_key_reused', name)
  }

  async function expectOtherBodyRefused({ key, input }: Sent): Promise<void> {
    const other = formallyValid(endpoint)
    if (JSON.stringify(other) !== JSON.stringify(input)) {
      expectConflict(await send({ key, input: other }), 'idempotency_key_reused', name)
    }
  }

  /** The answer is replayed after the trial has expired, and refused while the account is paused. */
  async function expectAfterTrial(sent: Sent, first: Answer): Promise<void> {
    await set(`billing_status = 'trialing', trial_ends_at = now() - interval '1 day'`)
    const late = await send(sent)
    await set('paused = true')
    const paused = await send(sent)
    await set(`billing_status = 'active', paused = false`)
    expectReplay(late, first, name)
    expect(paused.status).toBe(403)
  }

  /** Once the person is deleted, a repeat creates no one and says nothing of them. */
  async function expectErased(sent: Sent, first: Answer, fresh: Subjects): Promise<void> {
    const { input } = sent
    const person = needsCompleted.has(routeOf(endpoint)) ? fresh.completed : fresh.profile
    const id = endpoint.operation.rest?.key === 'profile' ? String(first.body.profile.id) : person
    const [row] = await tables.rows<{ email: string }>('select email from profile where id = $1', [id])
    // This one deletes everyone.
    const status = name === 'reset_sandbox' ? 404 : 204
    expect((await account.call('DELETE', `/profile/${id}`)).status).toBe(status)
    await running.service.drainOutbox()
    erased.push({ label: name, id, email: row?.email })
    await tables.expectUnchanged(async () => {
      const again = await send(sent)
      const isAbout = JSON.stringify(input).includes(id) || first.text.includes(id)
      const names =
        ['profileId', 'debriefId', 'messageId', 'orderId'].some((field) => field in input) ||
        input.resourceType === 'profile'
      const isOneAnswer = endpoint.operation.rest?.key === 'profile' || names
      if (isOneAnswer && isAbout) expectConflict(again, 'idempotency_answer_erased', name)
      else expect(again.headers.get('idempotent-replayed')).toBe('true')
      for (const personal of [fresh.canary, row?.email]) {
        if (personal && !JSON.stringify(input).includes(personal)) expect(again.text).not.toContain(personal)
      }
    })
  }
})

test('nothing of the people who were deleted after a request with a key is in any table', expectNothingLeft)

describe('a key', () => {
  test('is in no table as sent, and neither is the body', async () => {
    const email = newEmail()
    const { body } = await create({ email }, `create-${email}`)
    expect(Object.keys(await tables.holding(`create-${email}`))).toEqual([])
    await account.call('DELETE', `/profile/${body.profile.id}`)
    expect(await tables.holding(email)).toEqual({})
  })

  test('is scoped to the client and the account', async () => {
    const other = await running.account()
    const { database, installation } = running.service.parts
    const client = await database.inAccount(account.id, (sql) =>
      insertMachineClient(sql, {
        accountId: account.id,
        region: installation.region,
        name: 'Second',
        scopes,
        now: new Date(),
      }),
    )
    const second = callAs(running.baseUrl, await signIn(running.baseUrl, client))
    const key = newPublicId()
    const email = newEmail()
    const [one, two, three] = [
      await create({ email }, key),
      await create({ email }, key, other.call),
      await create({ email }, key, second),
    ]
    expect([one.status, two.status, three.status]).toEqual([201, 201, 200])
    expect(two.body.profile.id).not.toBe(one.body.profile.id)
    expect(three.body.created).toBe(false)
    for (const answer of [one, two, three]) expect(answer.headers.get('idempotent-replayed')).toBeNull()
  })

  const malformed: [string, string][] = [
    ['nothing', ''],
    ['256 characters', 'x'.repeat(256)],
    ['two words', 'a b'],
    ['an accent', 'cl\u00e9'],
    ['empty quotes', '""'],
    ['a tab', 'a\tb'],
  ]
  test.each(malformed)('of %s is 400, without effect', async (label, key) => {
    await tables.expectUnchanged(async () => {
      const answer = await create({ firstName: 'Nobody' }, key)
      expect([answer.status, answer.body.error.code], label).toEqual([400, 'invalid_idempotency_key'])
      expectEnvelope(answer, label)
    })
  })

  test.each([
    ['two keys', 'idempotency-key: one\r\nidempotency-key: two'],
    ['one key twice', 'idempotency-key: one\r\nidempotency-key: one'],
    ['a control character', 'idempotency-key: a\x01b'],
    ['DEL', 'idempotency-key: a\x7fb'],
  ])('%s: 400, without effect', async (_, lines) => {
    const body = JSON.stringify({ firstName: 'Nobody' })
    const head = requestHead('POST', '/api/v4/profile', {
      authorization: `Bearer ${account.token}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
    })
    await tables.expectUnchanged(async () => {
      const answer = await sendRaw(running.url, `${head.trimEnd()}\r\n${lines}\r\n\r\n${body}`)
      expect(answer.status).toBe(400)
    })
  })

  test('of 255 characters is accepted', { tags: 'long' }, async () => {
    expect((await create({ firstName: 'Long' }, '~'.repeat(255))).status).toBe(201)
  })

  test('is valid for 24 hours and can be reused afterwards', async () => {
    const email = newEmail()
    const key = newPublicId()
    const first = await create({ email }, key)
    const later = async (milliseconds: number, fields: object = { email }) => {
      ahead = milliseconds
      const call = callAs(running.baseUrl, await signIn(running.baseUrl, account))
      return create(fields, key, call).finally(() => {
        ahead = 0
      })
    }
    const day = 86_400_000
    expectReplay(await later(day - 30_000), first, 'just before')
    const after = await later(day + 1_000)
    expect([after.status, after.body.created]).toEqual([200, false])
    expect(after.headers.get('idempotent-replayed')).toBeNull()
    const another = await later(2 * day + 2_000, { firstName: 'Other' })
    expect(another.status).toBe(201)
  })

  test('is deleted with its answer after a day, even without further requests', async () => {
    const silent = await running.account()
    await create({ email: newEmail() }, 'once', silent.call)
    const kept = () => tables.rows('select 1 from idempotency_key where account_id = $1', [silent.id])
    await running.service.sweepRetention()
    expect(await kept()).toHaveLength(1)
    ahead = 86_400_000 + 1_000
    await running.service.sweepRetention().finally(() => {
      ahead = 0
    })
    expect(await kept()).toEqual([])
  })
})

describe('other methods ignore a key', () => {
  const others = restOperations
    .filter((endpoint: RestOperation) => endpoint.method !== 'POST')
    .map((endpoint) => [endpoint.name, endpoint] as const)
  // A key that is read is refused if malformed, before the ids, which do not exist here, are looked up.
  test.each(others)('%s', async (name, endpoint) => {
    const answer = await sendInput(account.call, endpoint, formallyValid(endpoint), withKey(''))
    expect(answer.status, answer.text).toBeLessThan(500)
    expect(answer.body?.error?.code ?? '', name).not.toContain('idempotency')
  })

  test.each(others)('%s, which succeeds with one', { tags: 'long' }, async (name, endpoint) => {
    const kept = () => tables.rows('select 1 from idempotency_key')
    const before = (await kept()).length
    let fresh = await subjects.freshFor(endpoint)
    // No key is read, so a malformed one is accepted. Each third operation is sent the same key twice instead.
    const keys = restOperations.indexOf(endpoint) % 3 === 0 ? ['same', 'same'] : ['']
    for (const [at, key] of keys.entries()) {
      if (at > 0 && endpoint.operation.effect !== 'reads') fresh = await subjects.freshFor(endpoint)
      const answer = await sendInput(account.call, endpoint, validInput(endpoint, fresh), withKey(key))
      expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(300)
      expect(answer.headers.get('idempotent-replayed')).toBeNull()
    }
    expect((await kept()).length).toBe(before)
  })
})
