import type { GuestCaller, TokenCaller } from '../contract/caller.ts'
import type { Clock, Database } from '../contract/ports.ts'
import { type ClientUsageRecorder, createClientUsageRecorder } from '../domain/client/usage.ts'
import { createLinkUsageRecorder } from '../domain/link/usage.ts'
import type { UsageRecorder } from '../domain/usage/buffered-recorder.ts'

export type Uses = {
  /** Notes that an app, an API key or a link was used; runs no statement. */
  note: (caller: TokenCaller | GuestCaller) => void
  /** The same for an API key whose secret was shown. */
  noteClient: ClientUsageRecorder['record']
  /** Writes what was noted. */
  write: () => Promise<void>
}

/** When apps, API keys and links were last used. Noted in memory by requests, and written by a worker. */
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
