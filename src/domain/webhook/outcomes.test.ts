import { beforeEach, describe, expect, test } from 'vitest'
import type { AccountOptions, Database, Sql } from '../../contract/ports.ts'
import type { WebhookResponse } from '../../contract/webhook-call.ts'
import type { ClaimedDelivery } from './claim-store.ts'
import { createOutcomeRecorder, type RecordOutcome, type RecordOutcomesOptions } from './outcomes.ts'

type Transaction = { options: AccountOptions | undefined; statements: string[] }

let transactions: Transaction[]
let isPlaceNeeded: boolean
let record: RecordOutcome
beforeEach(() => {
  transactions = []
  isPlaceNeeded = false
  const inAccount: Database['inAccount'] = async (_accountId, work, options) => {
    const statements: string[] = []
    transactions.push({ options, statements })
    const run = async (text: string) => {
      statements.push(text.trim())
      return 0
    }
    return work({ run, rows: async () => [], row: async () => undefined } as unknown as Sql)
  }
  const parts = { database: { inAccount }, clock: () => new Date(), noteEvents() {} }
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
