import { z } from 'zod'
import type { AppParts } from '../domain/app/model.ts'
import { applyMessage } from '../domain/region/apply-message.ts'
import { FeedPage } from '../domain/region/model.ts'
import { acknowledge, findCursor, readFeed, writeCursor } from '../domain/region/store.ts'
import type { CallPrimary } from './directory-sync.ts'
import { evenMoving } from './even-moving.ts'

/** Messages from the authorization server: apps that were connected or revoked. */
export type Feed = {
  /** Reads and applies all new messages. */
  pull: () => Promise<void>
  /** Seconds since the last pull; undefined before the first. */
  ageSeconds: () => number | undefined
  /** Whether it is certain that no message older than the limit was missed. */
  isFresh: () => boolean
}

/** How long the last pull counts as fresh. After that, an app may have been revoked without this region noticing. */
const freshMilliseconds = 60_000

/** Continues after the last applied message. `source` identifies the authorization server. */
export async function openFeed(parts: AppParts, source: string, callPrimary: CallPrimary): Promise<Feed> {
  const { database, clock } = parts
  const cursor = await database.inSystem((sql) => findCursor(sql, source), { readOnly: true })
  // A moving account must not delay what concerns others; its messages are sent to the new region again.
  const forced = { ...parts, database: evenMoving(database) }
  let seq = cursor?.seq ?? 0
  let pulledAt = cursor ? Date.parse(cursor.heardAt) : 0

  return {
    async pull() {
      const startedAt = clock()
      for (;;) {
        const { entries, lastSeq } = FeedPage.parse(await callPrimary('messages', { after: seq }))
        for (const entry of entries) {
          await applyMessage(forced, entry)
          seq = entry.seq
        }
        // Lower numbers mean that the server was restored from a backup: read again everything it still has.
        if (lastSeq < seq && entries.length === 0) seq = 0
        else if (entries.length < messageBatchSize) break
      }
      await database.inSystem((sql) => writeCursor(sql, source, seq, startedAt))
      pulledAt = startedAt.getTime()
    },
    ageSeconds: () => (pulledAt === 0 ? undefined : (clock().getTime() - pulledAt) / 1_000),
    // If the clock was set back, the last pull appears to be in the future, which says nothing about its age.
    isFresh: () => Math.abs(clock().getTime() - pulledAt) < freshMilliseconds,
  }
}

const FeedRequest = z.strictObject({ after: z.int().nonnegative() })

/** The handlers on the authorization server. Reading after a number acknowledges everything up to it. */
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
