import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { leastIndexed } from '../../src/domain/profile-index/worker.ts'
import { withClient } from './with-client.ts'

/**
 * Waits until the service has made the account's indexes of people and of the words of their names. It makes them in the
 * background after its start, and until then its lists, counts and searches read all rows.
 */
export async function waitForIndexes(
  owner: pg.ClientConfig,
  { accountId, people }: { accountId: string; people: number },
): Promise<void> {
  if (people < leastIndexed) return
  await withClient(owner, async (client) => {
    for (;;) {
      const { rowCount } = await client.query(
        `select from profile_index join name_words using (account_id)
          where account_id = $1 and profile_index.ready and name_words.ready`,
        [accountId],
      )
      if (rowCount === 1) return
      await setTimeout(500)
    }
  })
}
