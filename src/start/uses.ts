import type { GuestCaller, TokenCaller } from '../contract/caller.ts'
import type { Clock, Database } from '../contract/ports.ts'
import { type ClientUsageRecorder, createClientUsageRecorder } from '../domain/client/usage.ts'
import { createLinkUsageRecorder } from '../domain/link/usage.ts'
import type { UsageRecorder } from '../domain/usage/buffered-recorder.ts'

export type Uses = {
  /** Records in memory that an app, an API key or a link was used. */
  note: (caller: TokenCaller | GuestCaller) => void
  /** The same for an API key, when its secret is exchanged for a token. */
  noteClient: ClientUsageRecorder['record']
  /** Stores the recorded uses. */
  write: () => Promise<void>
}

/** Tracks when apps, API keys and links were last used. Requests record it in memory and a worker stores it. */
export function trackUses({
  database,
  clock,
  apps,
}: {
  database: Database
  clock: Clock
  apps: UsageRecorder
}): Uses {
  const clients = createClientUsageRecorder({ database, clock })
  const links = createLinkUsageRecorder({ database, clock })
  return {
    note(caller) {
      if (caller.kind === 'guest') links.record(caller)
      else if (caller.kind === 'delegate') apps.record(caller.grantId)
      else clients.record(caller.clientId)
    },
    noteClient: clients.record,
    write: async () => void (await Promise.all([apps.flush(), clients.flush(), links.flush()])),
  }
}
