import { z } from 'zod'
import type { Config } from '../config.ts'
import { invalid } from '../contract/failure.ts'
import type { AppMessage } from '../contract/region-message.ts'
import type { AppParts } from '../domain/app/model.ts'
import { type DirectoryMove, listMessagesOf, moveBetweenOthers } from '../domain/move/directory-store.ts'
import { appendMessage, removeMessagesOf } from '../domain/region/store.ts'
import type { RegionCallHandler } from '../http/internal/internal.ts'

const AccountMoved = z.strictObject({
  accountId: z.string().regex(/^[0-9a-f]{24}$/),
  to: z.string().regex(/^[a-z]{2,8}$/),
})

/** The authorization server's handler: a region says that one of its accounts is in another region now. */
export function accountMovedHandler({
  database,
  config,
  clock,
}: Pick<AppParts, 'database' | 'clock'> & { config: Pick<Config, 'peers'> }): Record<
  string,
  RegionCallHandler
> {
  return {
    'account-moved': async (content, from) => {
      const { accountId, to } = AccountMoved.parse(content)
      if (!Object.hasOwn(config.peers, to)) throw invalid(`There is no region ${to}.`)
      await database.inSystem(async (sql) => {
        await moveBetweenOthers(sql, { accountId, from, to })
        await forwardMessages(sql, { accountId, from, to }, clock())
      })
    },
  }
}

/** Apps may have been revoked while the account was on its way. */
async function forwardMessages(
  sql: Parameters<typeof appendMessage>[0],
  { accountId, from, to }: DirectoryMove,
  now: Date,
): Promise<void> {
  for (const { id, message } of await listMessagesOf(sql, from, accountId)) {
    await appendMessage(sql, to, { id, message: message as AppMessage, now })
  }
  await removeMessagesOf(sql, from, [accountId])
}
