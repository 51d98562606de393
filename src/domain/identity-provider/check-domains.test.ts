import { expect, test } from 'vitest'
import type { Database } from '../../contract/ports.ts'
import { type CheckParts, checkDomains } from './check-domains.ts'

test('domains that cannot be checked hold up no other, however many they are', async () => {
  const due = Array.from({ length: 50 }, (_, place) => `account ${place}`)
  const seen: string[] = []
  const database = {
    inSystem: (work) =>
      work({
        rows: async (_text: string, [, limit, without]: [Date, number, string[]]) =>
          due
            .filter((accountId) => !without.includes(accountId))
            .slice(0, limit)
            .map((accountId) => ({ accountId, domain: 'north.example' })),
      } as never),
    async inAccount(accountId) {
      seen.push(accountId)
      throw new Error('refused')
    },
  } as Pick<Database, 'inSystem' | 'inAccount'>
  const parts = { database, clock: () => new Date(), lookUpTxt: async () => [], log: { warn() {} } }
  await checkDomains(parts as unknown as CheckParts, new AbortController().signal)
  expect(seen).toEqual(due)
})
