import { z } from 'zod'
import type { Clock } from '../contract/ports.ts'
import type { AppParts } from '../domain/app/model.ts'
import { touchGrants } from '../domain/app/store.ts'
import { notesFor, type UseNotes } from '../domain/app/use.ts'
import type { Ask } from './directory.ts'

/**
 * Tells the authorization server which apps were used here. While it is away that is forgotten: the next request of
 * the same app notes it again.
 */
export function usesElsewhere(clock: Clock, ask: Ask): UseNotes {
  return notesFor(clock, (grantIds) =>
    ask('used', { grantIds: grantIds.slice(0, grantsAtOnce) }).catch(() => undefined),
  )
}

const grantsAtOnce = 5_000
const Used = z.strictObject({ grantIds: z.array(z.string().regex(/^[0-9a-f]{24}$/)).max(grantsAtOnce) })

/** What the authorization server answers. A region speaks of the apps in its own accounts, and of no others. */
export function useCalls({ database, clock }: Pick<AppParts, 'database' | 'clock'>) {
  return {
    used: async (content: unknown, from: string) => {
      const { grantIds } = Used.parse(content)
      await database.inSystem((sql) => touchGrants(sql, grantIds, clock(), from))
    },
  }
}
