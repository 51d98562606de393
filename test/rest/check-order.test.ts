import { beforeAll, describe, expect, test } from 'vitest'
import { scopesNeeded } from '../../src/contract/scope.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter, type GrantApp } from '../support/delegates.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Forger, openForger } from '../support/forge.ts'
import { formallyValid, restRequest, sendInput } from '../support/inputs.ts'
import { type RestOperation, restOperations } from '../support/rest-operations.ts'
import { asItsAccount } from '../support/sandbox-mode.ts'
import {
  type Answer,
  callAs,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

// Each request breaks one rule and all later ones; the first must answer, and nothing may change.

let running: TestService
let tables: Tables
let forge: Forger
let grantApp: GrantApp
/** Paying, unpaid, and both unpaid and paused. */
let accounts: Record<'paying' | 'unpaid' | 'paused', TestAccount>
beforeAll(async () => {
  running = await startTestService()
  ;[tables, forge, grantApp] = await Promise.all([
    openTables(running.db),
    openForger(running),
    createAppGranter(running),
  ])
  const [paying, unpaid, paused] = await Promise.all([
    running.account(),
    running.account(),
    running.account(),
  ])
  accounts = { paying, unpaid, paused }
  await set(running, unpaid, `billing_status = 'unpaid'`)
  await set(running, paused, `billing_status = 'unpaid', paused = true`)
})

const set = (on: TestService, { id }: TestAccount, columns: string) =>
  on.db.admin(`update account set ${columns} where id = $1`, [id])

/** A request with every fault: media type, fields, path ids, key. */
function ask(call: TestAccount['call'], endpoint: RestOperation): Promise<Answer> {
  const malformed = Object.fromEntries(endpoint.inPath.map((name) => [name, 'malformed']))
  const { path, body } = restRequest(endpoint, { ...malformed, unheardOf: 'x' })
  const key = endpoint.method === 'POST' ? { 'idempotency-key': 'x'.repeat(256) } : {}
  return asItsAccount(endpoint, call, () =>
    call(endpoint.method, path, body, { accept: 'text/html', ...key }),
  )
}

function expectRefused(answer: Answer, status: number, code: string, label: string): void {
  expect([answer.status, answer.body?.error?.code], label).toEqual([status, code])
  expectEnvelope(answer, label)
  expect(answer.headers.get('x-request-id'), label).toBe(answer.body.error.requestId)
  expect(answer.headers.get('cache-control'), label).toBe('no-store')
}

/** Calls every operation, and asserts that nothing changed. */
async function forEveryOperation(
  work: (endpoint: RestOperation) => Promise<unknown>,
  chosen: readonly RestOperation[] = restOperations,
  by = tables,
) {
  expect(chosen.length).toBeGreaterThan(0)
  await by.expectUnchanged(async () => {
    for (const endpoint of chosen) await work(endpoint)
    await running.service.drainOutbox()
  })
}

/**
 * What is the same list of checks for all operations is asked of each third one in a short test, others in each, and of
 * all in a long one.
 */
const thirds = [0, 1, 2].map((rest) => restOperations.filter((_endpoint, at) => at % 3 === rest))
const inTurn = (place: 0 | 1 | 2) =>
  [
    { which: 'each third operation', options: {}, chosen: thirds[place] as RestOperation[] },
    { which: 'every operation', options: { tags: 'long' }, chosen: restOperations },
  ] as const

test('on every operation 401 without a token', async () => {
  await forEveryOperation(async (endpoint) => {
    const bare = await ask(callAs(running.baseUrl, ''), endpoint)
    expectRefused(bare, 401, 'token_missing', endpoint.name)
  })
})

test('on each third operation 401 before 421', async () => {
  const foreign = await grantApp(accounts.paused, { region: 'eu' })
  // One parser reads the tokens for all operations.
  await forEveryOperation(async (endpoint) => {
    const broken = await ask(callAs(running.baseUrl, `${foreign.token}x`), endpoint)
    expectRefused(broken, 401, 'token_invalid', endpoint.name)
    expect(broken.headers.get('x-service-region'), endpoint.name).toBeNull()
  }, thirds[0])
})

for (const { which, options, chosen } of inTurn(1))
  test(`on ${which} 421 before 403, with the home region in headers and body`, options, async () => {
    const { call } = await grantApp(accounts.paused, { region: 'eu' })
    await forEveryOperation(async (endpoint) => {
      const answer = await ask(call, endpoint)
      expectRefused(answer, 421, 'other_region', endpoint.name)
      expect(answer.headers.get('x-service-region')).toBe('eu')
      expect(answer.headers.get('x-service-region-url')).toBe('https://eu.example.com/api')
      expect(answer.body.region).toEqual({ zone: 'eu', apiUrl: 'https://eu.example.com/api' })
    }, chosen)
  })

describe.each(['machine'] as const)('for a %s', checkOrder)
describe.each(['delegate'] as const)('for a %s', { tags: 'long' }, checkOrder)

function checkOrder(kind: 'machine' | 'delegate'): void {
  let paying: TestAccount['call']
  let unpaid: TestAccount['call']
  let paused: TestAccount['call']
  let narrow: TestAccount['call']
  /** Both kinds pass the same checks in the same order, so apps are tried on every third operation. */
  const chosen = restOperations.filter((_endpoint, at) => kind === 'machine' || at % 3 === 0)
  beforeAll(async () => {
    if (kind === 'machine') {
      ;[paying, unpaid, paused] = [accounts.paying.call, accounts.unpaid.call, accounts.paused.call]
      narrow = callAs(running.baseUrl, await forge(accounts.paused))
      return
    }
    const as = async (account: TestAccount) => (await grantApp(account)).call
    ;[paying, unpaid, paused] = [
      await as(accounts.paying),
      await as(accounts.unpaid),
      await as(accounts.paused),
    ]
    narrow = (await grantApp(accounts.paused, { scopes: [] })).call
  })

  for (const { which, options, chosen } of inTurn(2))
    test(`on ${which} 403 for the scope before 403 for the pause`, options, async () => {
      await forEveryOperation(async (endpoint) => {
        const isFree = scopesNeeded(endpoint.operation).length === 0
        const code = isFree ? 'account_paused' : 'insufficient_scope'
        expectRefused(await ask(narrow, endpoint), 403, code, endpoint.name)
      }, chosen)
    })

  for (const { which, options, chosen } of inTurn(0))
    test(`on ${which} 403 for the pause before 400`, options, async () => {
      await forEveryOperation(async (endpoint) => {
        const answer = await ask(paused, endpoint)
        expectRefused(answer, 403, 'account_paused', endpoint.name)
        expect(answer.headers.get('www-authenticate')).toBeNull()
      }, chosen)
    })

  const billed = restOperations.filter((endpoint) => endpoint.operation.billed)
  test('on each operation that is billed 400 and 406 before 402', () => expectBefore402(billed))
  test('on every operation 400 and 406 before 402', { tags: 'long' }, () => expectBefore402(chosen))

  async function expectBefore402(some: readonly RestOperation[]): Promise<void> {
    await forEveryOperation(async (endpoint) => {
      const input = formallyValid(endpoint)
      // Those that are billed are sent every fault, the others, which can have no 402, the first two in turn.
      const { billed } = endpoint.operation
      const turn = restOperations.indexOf(endpoint) % 2
      if (billed || turn === 0) {
        const unknown = await sendInput(unpaid, endpoint, { ...input, unheardOf: 'x' })
        expectRefused(unknown, 400, 'unknown_parameter', endpoint.name)
      }
      if (billed || turn === 1) {
        const html = await sendInput(unpaid, endpoint, input, { accept: 'text/html' })
        expectRefused(html, 406, 'not_acceptable', endpoint.name)
      }
      if (endpoint.method !== 'POST' || !billed) return
      const key = await sendInput(unpaid, endpoint, input, { 'idempotency-key': '' })
      expectRefused(key, 400, 'invalid_idempotency_key', endpoint.name)
    }, some)
  }

  test('402 before 403 and 404 about the resource', async () => {
    await forEveryOperation(async (endpoint) => {
      const answer = await sendInput(unpaid, endpoint, formallyValid(endpoint))
      expectRefused(answer, 402, 'billing_unpaid', endpoint.name)
    }, billed)
  })

  test('403 or 404 for an unknown id in the path before 400 or 409 about anything else', async () => {
    const named = chosen.filter((endpoint) => endpoint.inPath.some((name) => /Id$/.test(name)))
    await forEveryOperation(async (endpoint) => {
      const answer = await sendInput(paying, endpoint, formallyValid(endpoint))
      const { assessmentId } = formallyValid(endpoint)
      if (assessmentId !== undefined) return
      expect([403, 404], `${endpoint.name}: ${answer.text}`).toContain(answer.status)
      expectEnvelope(answer, endpoint.name)
    }, named)
  })
}

describe('with a rate limit of five at the same time and one per second', () => {
  let limited: TestService
  let limitedTables: Tables
  let greedy: TestAccount
  beforeAll(async () => {
    // Nothing recovers, however slow the machine is.
    limited = await startTestService({ RATE_LIMITS: '5/1' }, { limitsClock: () => 0 })
    limitedTables = await openTables(limited.db)
    greedy = await limited.account()
    await set(limited, greedy, `billing_status = 'unpaid'`)
  })

  const exhaust = (account: Pick<TestAccount, 'call'>) =>
    Promise.all(Array.from({ length: 8 }, () => account.call('GET', '/test')))

  for (const { which, options, chosen } of inTurn(1))
    test(`on ${which} 403 for the scope and for the pause before 429`, options, async () => {
      const account = await limited.account()
      const narrow = callAs(limited.baseUrl, await (await openForger(limited))(account))
      await exhaust(account)
      await set(limited, account, 'paused = true')
      await forEveryOperation(
        async (endpoint) => {
          const isFree = scopesNeeded(endpoint.operation).length === 0
          const code = isFree ? 'account_paused' : 'insufficient_scope'
          // In turn: both come from the list of checks that are before the limit.
          if (restOperations.indexOf(endpoint) % 2 === 0)
            expectRefused(await ask(narrow, endpoint), 403, code, endpoint.name)
          else expectRefused(await ask(account.call, endpoint), 403, 'account_paused', endpoint.name)
        },
        chosen,
        limitedTables,
      )
    })

  for (const { which, options, chosen } of inTurn(2))
    test(`on ${which} 429 before 400, with Retry-After and the remaining requests`, options, async () => {
      await exhaust(greedy)
      await forEveryOperation(
        async (endpoint) => {
          const answer = await ask(greedy.call, endpoint)
          expectRates(answer)
          expectRefused(answer, 429, 'rate_limited', endpoint.name)
          expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
          expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=0;t=[1-9]\d*$/)
        },
        chosen,
        limitedTables,
      )
    })

  test('an app has one limit per account, whichever member authorized it', async () => {
    const [account, other] = await Promise.all([limited.account(), limited.account()])
    const letInto = await createAppGranter(limited)
    const first = await letInto(account)
    const second = await letInto(account, { clientId: first.clientId })
    const elsewhere = await letInto(other, { clientId: first.clientId })
    const statuses = (await exhaust(first)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).not.toHaveLength(8)
    expect((await exhaust(second)).filter(({ status }) => status === 429).length).toBeGreaterThan(4)
    for (const free of [elsewhere, account]) expect((await free.call('GET', '/test')).status).toBe(200)
    expectRates(await first.call('GET', '/test'))
  })

  test('429 is immediate, and a request that waits for its duplicate has been counted', async () => {
    const account = await limited.account()
    const headers = { 'idempotency-key': 'one' }
    const twins = Array.from({ length: 30 }, () => account.call('POST', '/test', { ping: 'x' }, headers))
    const answers = await Promise.all(twins)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(10)
    for (const answer of answers) expectRates(answer)
  })

  test('RateLimit headers are on every answer past the limit checks, and on none before', async () => {
    const account = await limited.account()
    const success = await account.call('GET', '/test')
    expectRates(success)
    expect(success.headers.get('ratelimit-policy')).toBe('"default";q=5;w=5')
    expectRates(await account.call('GET', '/profiles?unheardOf=1'))
    expectRates(await account.call('GET', `/profile/${newPublicId()}`))
    const bare = await callAs(limited.baseUrl, 'x')('GET', '/test')
    expect(bare.headers.get('ratelimit')).toBeNull()
  })

  /** Structured fields (RFC 9651) of the draft on rate limits: a list of one string with whole numbers. */
  function expectRates({ headers }: Answer): void {
    expect(headers.get('ratelimit-policy')).toMatch(/^"default";q=\d+;w=\d+$/)
    expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/)
  }
})
