import type { GuestCaller, TokenCaller } from './contract/caller.ts'
import type { Clock, Database } from './contract/ports.ts'
import type { UseNotes } from './domain/app/use.ts'
import { type ClientUses, createClientUses } from './domain/client/use.ts'
import { createLinkUses } from './domain/link/use.ts'

export type Uses = {
  /** Notes that an app, an API key or a link was used; runs no statement. */
  note: (caller: TokenCaller | GuestCaller) => void
  /** The same for an API key whose secret was shown. */
  noteClient: ClientUses['note']
  /** Writes what was noted. */
  write: () => Promise<void>
}

/** When apps, API keys and links were last used. Noted in memory by requests, and written by a worker. */
export function followUses({
  database,
  clock,
  apps,
}: {
  database: Database
  clock: Clock
  apps: UseNotes
}): Uses {
  const clients = createClientUses({ database, clock })
  const links = createLinkUses({ database, clock })
  return {
    note(caller) {
      if (caller.kind === 'guest') links.note(caller)
      else if (caller.kind === 'delegate') apps.note(caller.grantId)
      else clients.note(caller.clientId)
    },
    noteClient: clients.note,
    write: async () => void (await Promise.all([apps.flush(), clients.flush(), links.flush()])),
  }
}
