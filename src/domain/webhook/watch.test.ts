import { expect, test } from 'vitest'
import type { Database } from '../../contract/ports.ts'
import { type WebhookWatch, watchWebhooks } from './watch.ts'

test('accounts whose endpoints cannot be looked at hold up no other, however many they are', async () => {
  const due = Array.from({ length: 600 }, (_, place) => `account ${place}`)
  const seen: string[] = []
  const database = {
    inSystem: (work) =>
      work({
        rows: async (_text: string, values: readonly unknown[]) => {
          const [limit, without] = values.slice(-2) as [number, string[]]
          const found = due.filter((accountId) => !without.includes(accountId)).slice(0, limit)
          return found.map((accountId) => ({ accountId, webhookId: 'endpoint' }))
        },
      } as never),
    async inAccount(accountId) {
      seen.push(accountId)
      throw new Error('refused')
    },
  } as Pick<Database, 'inSystem' | 'inAccount'>
  const watch = { database, clock: () => new Date(), noteEvents() {}, log: { error() {} } }
  await watchWebhooks(watch as unknown as WebhookWatch, new AbortController().signal)
  expect(seen).toEqual(due)
})
