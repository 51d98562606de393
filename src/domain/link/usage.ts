import type { GuestCaller } from '../../contract/caller.ts'
import type { Clock, Database } from '../../contract/ports.ts'
import { createBufferedRecorder } from '../usage/buffered-recorder.ts'
import { type OpenedLink, touchLinks } from './store.ts'

export type LinkUsageRecorder = {
  /** Remembers that a link was opened; runs no statement. */
  record: (guest: Pick<GuestCaller, 'accountId' | 'link' | 'linkHash'>) => void
  /** Writes what was noted: one transaction for each account, and each link at most once an hour. */
  flush: () => Promise<void>
}

/**
 * Notes that links that anyone may open were opened. Collected and written like the uses of apps, but only once an hour.
 * A link that was sent to one person has its own record of being opened, and reading its page changes nothing.
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
