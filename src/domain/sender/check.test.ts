import { expect, test } from 'vitest'
import type { Database } from '../../contract/ports.ts'
import { checkSenders, type SenderParts } from './check.ts'

test('senders that cannot be checked hold up no other, however many they are', async () => {
  const due = Array.from({ length: 130 }, (_, place) => `account ${place}`)
  const seen: string[] = []
  const logged: object[] = []
  const database = {
    inSystem: (work) =>
      work({
        rows: async (_text: string, [, limit, without]: [Date, number, string[]]) =>
          due
            .filter((accountId) => !without.includes(accountId))
            .slice(0, limit)
            .map((accountId) => ({ accountId })),
      } as never),
    async inAccount(accountId) {
      seen.push(accountId)
      if (accountId !== 'account 129') throw new Error('refused')
    },
  } as Pick<Database, 'inSystem' | 'inAccount'>
  const log = { warn: (fields: object) => void logged.push(fields) }
  const parts = { database, clock: () => new Date(), log } as unknown as SenderParts
  await checkSenders(parts, new AbortController().signal)
  expect(seen.toSorted()).toEqual(due.toSorted())
  expect(logged).toHaveLength(129)
})
