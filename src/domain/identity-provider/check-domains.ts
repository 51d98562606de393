import type { LookUpTxt } from '../../contract/guarded-fetch.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import { findAccount } from '../account/caller-status-store.ts'
import { recordChanges } from '../audit/record.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { endGrantsOfProvider } from './end-grants.ts'
import type { JoinParts } from './join.ts'
import { recordOf } from './model.ts'
import { listDomains, listDueDomains, recordCheck, setUnproven } from './store.ts'

export type CheckParts = JoinParts & {
  database: Database
  region: string
  lookUpTxt: LookUpTxt
  log: { warn(fields: object, message: string): void }
}

const [dayMilliseconds, daysMissing, atOnce] = [86_400_000, 7, 20]

/**
 * Looks once a day whether the record of each proven domain is still there. A domain whose record has been gone for a
 * week is no longer proven: anyone who has the domain then can prove it, and its former account signs in nobody there. What
 * that account required stays required, so that a lapsed domain lets nobody in. Name servers that don't answer prove
 * nothing. A failure concerns one domain and is retried in the next run.
 */
export async function checkDomains(parts: CheckParts, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = parts
  const before = new Date(clock().getTime() - dayMilliseconds)
  // Those that fail stay the longest ago: the next look would find no others.
  const seen: string[] = []
  for (let found = atOnce; found >= atOnce && !signal.aborted; ) {
    const list = (sql: Sql) => listDueDomains(sql, before, { limit: atOnce, without: seen })
    const due = await database.inSystem(list, { readOnly: true })
    found = due.length
    seen.push(...due.map(({ accountId }) => accountId))
    for (const { accountId, domain } of due) {
      if (signal.aborted) return
      const records = await parts.lookUpTxt(recordOf({ domain, proof: '' }).name).catch(() => undefined)
      await checkDomain(parts, { accountId, domain, records }).catch((error: unknown) =>
        log.warn({ accountId, err: error }, 'sign-in domains: could not check one, will retry'),
      )
    }
  }
}

async function checkDomain(
  parts: CheckParts,
  { accountId, domain, records }: { accountId: string; domain: string; records: string[] | undefined },
): Promise<void> {
  const { database, clock, newId, secretKey, installation, region } = parts
  const now = clock()
  await database.inAccount(accountId, async (sql) => {
    const row = (await listDomains(sql, accountId)).find((one) => one.domain === domain)
    if (!row || row.provenAt === null) return
    const isThere =
      records?.some((record) => record.trim() === recordOf(row).value) ?? row.missingSince === null
    const since = isThere ? null : new Date(row.missingSince ?? now)
    await recordCheck(sql, accountId, domain, { now, missingSince: since })
    if (since === null || now.getTime() - since.getTime() < daysMissing * dayMilliseconds) return
    const account = (await findAccount(sql, accountId, null))?.account
    if (!account) return
    await setUnproven(sql, accountId, domain)
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId: 'check-domains', now: clock, newId })
    const actor = { kind: 'system', id: 'authorization', clientId: null } as const
    const ended = await endGrantsOfProvider(sql, { accountId, now, actor, secretKey }, { domain })
    recordChanges(sql, {
      ...{ accountId, now, newId, secretKey, requestId: 'check-domains', actor },
      action: 'unprove_sign_in_domain',
      changes: [{ target: { type: 'account', id: accountId }, changes: { domain } }, ...ended],
    })
    await notifyOwners({ sql, account, installation, newId, now: clock }, null, {
      kind: 'domainRemoved',
      domain,
    })
  })
}
