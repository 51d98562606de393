import { z } from 'zod'
import type { AppParts } from '../domain/app/model.ts'
import { applyMessage } from '../domain/region/apply-message.ts'
import { FeedPage } from '../domain/region/model.ts'
import { acknowledge, findCursor, readFeed, writeCursor } from '../domain/region/store.ts'
import type { CallPrimary } from './directory-sync.ts'

/** What this region hears from the authorization server: which apps were let in and shut out. */
export type Feed = {
  /** Hears everything that there is. */
  pull: () => Promise<void>
  /** Whether it is certain that nothing older than the limit was missed. */
  isFresh: () => boolean
}

/** How long a region trusts what it heard last: beyond it, an app may have been shut out without its knowing. */
const freshMilliseconds = 60_000

/** Goes on where this region stopped hearing; `source` names the authorization server. */
export async function openFeed(parts: AppParts, source: string, callPrimary: CallPrimary): Promise<Feed> {
  const { database, clock } = parts
  const cursor = await database.inSystem((sql) => findCursor(sql, source), { readOnly: true })
  let seq = cursor?.seq ?? 0
  let pulledAt = cursor ? Date.parse(cursor.heardAt) : 0

  return {
    async pull() {
      const began = clock()
      for (;;) {
        const { entries, lastSeq } = FeedPage.parse(await callPrimary('messages', { after: seq }))
        for (const entry of entries) {
          await applyMessage(parts, entry)
          seq = entry.seq
        }
        // Numbers that went back mean a server that was restored: hear again what it still has.
        if (lastSeq < seq && entries.length === 0) seq = 0
        else if (entries.length < messageBatchSize) break
      }
      await database.inSystem((sql) => writeCursor(sql, source, seq, began))
      pulledAt = began.getTime()
    },
    // A clock that was set back makes what was heard lie ahead, which says nothing of how long ago it was.
    isFresh: () => Math.abs(clock().getTime() - pulledAt) < freshMilliseconds,
  }
}

const FeedRequest = z.strictObject({ after: z.int().nonnegative() })

/** What the authorization server answers. Whoever asks for what is behind a number has heard what is before it. */
export function feedHandlers({ database }: Pick<AppParts, 'database'>) {
  return {
    messages: async (content: unknown, from: string) => {
      const { after } = FeedRequest.parse(content)
      return database.inSystem(async (sql) => {
        await acknowledge(sql, from, after)
        return readFeed(sql, from, after, messageBatchSize)
      })
    },
  }
}

const messageBatchSize = 100
