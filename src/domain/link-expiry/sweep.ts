import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { recordEvent, setEventOrigin, systemCause } from '../event/record.ts'
import {
  type DueLink,
  listDueLinks,
  listExpiredInvites,
  listExpiredShareLinks,
  takeDueLinks,
} from './store.ts'

export type LinkExpiry = {
  database: Database
  clock: Clock
  newId: () => string
  region: string
  /** Called after a transaction that recorded events of the account has committed. */
  noteEvents: (accountId: string) => void
  log: { warn(fields: object, message: string): void }
}

const linksPerLook = 500

/**
 * Records an event for each link that has expired since the last call. The note of a link is removed in the same
 * transaction, so each has one event, whatever the number of processes and crashes. A failure concerns one account and
 * is retried in the next run.
 */
export async function recordExpiredLinks(expiry: LinkExpiry, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = expiry
  // Their links are still the longest overdue: the next look would find no others.
  const failed: string[] = []
  for (let found = linksPerLook; found >= linksPerLook && !signal.aborted; ) {
    const list = (sql: Sql) => listDueLinks(sql, clock(), { limit: linksPerLook, without: failed })
    const due = await database.inSystem(list, { readOnly: true })
    found = due.length
    for (const [accountId, links] of Map.groupBy(due, (link) => link.accountId)) {
      if (signal.aborted) return
      try {
        await recordInAccount(expiry, accountId, links)
      } catch (error) {
        failed.push(accountId)
        log.warn({ accountId, err: error }, 'link expiry: could not finish an account, will retry')
      }
    }
  }
}

async function recordInAccount(
  { database, clock, newId, region, noteEvents }: LinkExpiry,
  accountId: string,
  links: readonly DueLink[],
): Promise<void> {
  await database.inAccount(accountId, async (sql) => {
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
    const takeDue = (kind: DueLink['kind']) => takeDueLinks(sql, accountId, kind, idsOf(links, kind))
    for (const data of await listExpiredInvites(sql, accountId, await takeDue('invite'))) {
      recordEvent(sql, { type: 'invite.expired', data })
    }
    await recordShareLinks(sql, accountId, await takeDue('share'))
  })
  noteEvents(accountId)
}

async function recordShareLinks(sql: Sql, accountId: string, linkIds: readonly string[]): Promise<void> {
  for (const shareLinkId of await listExpiredShareLinks(sql, accountId, linkIds)) {
    recordEvent(sql, { type: 'shareLink.ended', data: { shareLinkId, reason: 'expired' } })
  }
}

function idsOf(links: readonly DueLink[], kind: DueLink['kind']): string[] {
  return links.filter((link) => link.kind === kind).map(({ linkId }) => linkId)
}
