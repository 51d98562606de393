import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountOptions, Database, Sql } from '../../contract/ports.ts'
import type { WebhookResponse } from '../../contract/webhook-call.ts'
import type { ClaimedDelivery } from './claim-store.ts'
import { createOutcomeRecorder, type RecordOutcome, type RecordOutcomesOptions } from './outcomes.ts'

type Transaction = { options: AccountOptions | undefined; statements: string[] }

let transactions: Transaction[]
let isPlaceNeeded: boolean
let record: RecordOutcome
let observed: string[]
let isDatabaseAway: boolean
beforeEach(() => {
  transactions = []
  observed = []
  isDatabaseAway = false
  isPlaceNeeded = false
  const inAccount: Database['inAccount'] = async (_accountId, work, options) => {
    if (isDatabaseAway) throw new Error('the database is away')
    const statements: string[] = []
    transactions.push({ options, statements })
    const run = async (text: string) => {
      statements.push(text.trim())
      return 0
    }
    return work({ run, rows: async () => [], row: async () => undefined } as unknown as Sql)
  }
  const observeAttempt = (outcome: string) => void observed.push(outcome)
  const parts = { database: { inAccount }, clock: () => new Date(), noteEvents() {}, observeAttempt }
  record = createOutcomeRecorder(parts as unknown as RecordOutcomesOptions, () => isPlaceNeeded)
})

let made = 0
function delivery(fields: Partial<ClaimedDelivery> = {}): ClaimedDelivery {
  made += 1
  const ids = { id: `delivery ${made}`, webhookId: `endpoint ${made}`, accountId: 'account' }
  return { ...ids, attempts: 1, isStrict: false, ...fields } as ClaimedDelivery
}
const answered = (status: number): WebhookResponse => ({
  status,
  milliseconds: 1,
  error: null,
  excerpt: null,
})

describe('outcomes of one account', () => {
  test('that come within milliseconds are three statements of one transaction, which waits for no disk', async () => {
    await Promise.all([200, 201, 204].map((status) => record(delivery(), answered(status))))
    const [only, ...others] = transactions
    expect(others).toEqual([])
    expect(only?.options).toEqual({ atOnce: true, asyncCommit: true })
    expect(only?.statements.map((text) => /(with|update|insert into) \w+/.exec(text)?.[0])).toEqual([
      'with success',
      'update webhook_delivery',
      'insert into webhook_attempt',
    ])
  })

  test('are recorded right away while something due has no place', async () => {
    isPlaceNeeded = true
    await Promise.all([record(delivery(), answered(200)), record(delivery(), answered(200))])
    expect(transactions).toHaveLength(2)
  })

  test('are on disk before the next event of a strict endpoint is sent', async () => {
    await record(delivery({ isStrict: true }), answered(200))
    expect(transactions[0]?.options).toEqual({ atOnce: true, asyncCommit: false })
  })

  test('are on disk if they disable an endpoint', async () => {
    await record(delivery(), answered(410))
    expect(transactions[0]?.options).toBeUndefined()
  })
})

describe('an attempt is counted', () => {
  test('as the last one if nothing follows: after the tenth, and after an answer that ends the endpoint', async () => {
    await record(delivery(), answered(200))
    await record(delivery(), answered(500))
    await record(delivery({ attempts: 10 }), answered(500))
    await record(delivery(), answered(410))
    expect(observed).toEqual(['sent', 'retry', 'failed', 'failed'])
  })

  test('as one that is repeated if its outcome cannot be recorded: the event is sent again', async () => {
    vi.useFakeTimers()
    isPlaceNeeded = true
    isDatabaseAway = true
    try {
      const attempt = expect(record(delivery(), answered(200))).rejects.toThrow('away')
      await vi.advanceTimersByTimeAsync(60_000)
      await attempt
    } finally {
      vi.useRealTimers()
    }
    expect(observed).toEqual(['retry'])
  })
})
