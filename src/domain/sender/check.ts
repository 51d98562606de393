import type { LookUpTxt } from '../../contract/guarded-fetch.ts'
import type { InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { findAccount } from '../account/caller-status-store.ts'
import { recordChanges } from '../audit/record.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { applyFindings, type SenderChange } from './apply.ts'
import { lookUpRecords } from './findings.ts'
import { domainsOf } from './model.ts'
import { findSender, isProvenByAnother, listDueSenders, lockSender } from './store.ts'

export type SenderParts = {
  database: Database
  clock: Clock
  newId: () => string
  installation: InstallationConfig
  asyncPorts: { lookUpTxt: LookUpTxt }
  log: { warn(fields: object, message: string): void }
}

/** Of one look, and at the same time: a name server that doesn't answer takes six seconds. */
const [atOnce, abreast] = [60, 6]

/** Looks up the records of the senders that are due. Owners get an email when emails no longer come from the address. */
export async function checkSenders(parts: SenderParts, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = parts
  // Those that fail stay the longest overdue: the next look would find no others.
  const seen: string[] = []
  for (let found = atOnce; found >= atOnce && !signal.aborted; ) {
    const list = (sql: Sql) => listDueSenders(sql, clock(), { limit: atOnce, without: seen })
    const due = await database.inSystem(list, { readOnly: true })
    found = due.length
    seen.push(...due.map(({ accountId }) => accountId))
    for (let from = 0; from < due.length && !signal.aborted; from += abreast) {
      const group = due.slice(from, from + abreast)
      const looks = group.map(({ accountId }) =>
        checkOne(parts, accountId).catch((err) =>
          log.warn({ accountId, err }, 'senders: one failed, will retry'),
        ),
      )
      await Promise.all(looks)
    }
  }
}

async function checkOne(parts: SenderParts, accountId: string): Promise<void> {
  const { database, installation, asyncPorts, clock } = parts
  const seen = await database.inAccount(accountId, (sql) => findSender(sql, accountId), { readOnly: true })
  if (!seen) return
  const findings = await lookUpRecords(asyncPorts.lookUpTxt, seen, domainsOf(installation))
  const isTaken = await database.inSystem((sql) => isProvenByAnother(sql, accountId, seen.domain), {
    readOnly: true,
  })
  await database.inAccount(accountId, async (sql) => {
    const row = await lockSender(sql, accountId)
    // It was changed meanwhile, and is due again. Of a domain that another account has proven, nothing is used.
    if (row?.selector !== seen.selector) return
    const now = clock()
    const seenFindings = isTaken
      ? { ...findings, ownership: { ...findings.ownership, state: 'different' as const } }
      : findings
    const change = await applyFindings(sql, accountId, { row, findings: seenFindings, now })
    if (change === undefined) return
    const { newId } = parts
    recordChanges(sql, {
      ...{ accountId, now, newId, secretKey: installation.secretKey, requestId: `sender-${newId()}` },
      actor: { kind: 'system', id: 'senders', clientId: null },
      action: actionOf(change),
      changes: [{ target: { type: 'account', id: accountId }, changes: { domain: row.domain } }],
    })
    const account = change === 'lost' && (await findAccount(sql, accountId, null))?.account
    if (!account) return
    await notifyOwners({ sql, account, installation, newId, now: clock }, null, {
      kind: 'senderLost',
      domain: row.domain,
    })
  })
}

export function actionOf(change: NonNullable<SenderChange>): string {
  return change === 'lost' ? 'lose_sender' : 'activate_sender'
}
