import type { GuestCaller } from '../../contract/caller.ts'
import type { Clock, Database } from '../../contract/ports.ts'
import { createBufferedRecorder } from '../usage/buffered-recorder.ts'
import { type OpenedLink, touchLinks } from './store.ts'

export type LinkUsageRecorder = {
  /** Notes in memory that a link was opened; runs no statement. */
  record: (guest: Pick<GuestCaller, 'accountId' | 'link' | 'linkHash'>) => void
  /** Writes what was noted: one transaction per account, each link at most once an hour. */
  flush: () => Promise<void>
}

/**
 * Records when share links and report links were last opened. Buffered like the uses of apps, but written only once an
 * hour. Invite links have their own record of being opened, and reading their page changes nothing.
 */
export function createLinkUsageRecorder({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): LinkUsageRecorder {
  const notes = createBufferedRecorder(clock, writeTo(database), hour)
  return {
    record({ accountId, link, linkHash }) {
      if (link === 'shared' || link === 'report')
        notes.record(`${accountId} ${link} ${linkHash.toString('hex')}`)
    },
    flush: notes.flush,
  }
}

function writeTo(database: Database) {
  return async (names: readonly string[], now: Date) => {
    const before = new Date(now.getTime() - hour)
    for (const [accountId, opened] of Map.groupBy(names.map(readName), (one) => one.accountId)) {
      await database.inAccount(accountId, (sql) => touchLinks(sql, accountId, { opened, now, before }))
    }
  }
}

function readName(name: string): OpenedLink & { accountId: string } {
  const [accountId = '', link = '', hash = ''] = name.split(' ')
  return { accountId, link: link as OpenedLink['link'], linkHash: Buffer.from(hash, 'hex') }
}

const hour = 3_600_000
