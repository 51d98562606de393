import type { InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { idInBounceToken, readBounceToken } from '../../identity/bounce-token.ts'
import { mailKeysOf } from '../../identity/unsubscribe-link.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import { createInviteDelivery } from '../invite/delivery.ts'
import { type BounceReport, readReturnedMessage } from './report.ts'
import { countDelay, findReturned, markBounced, type ReturnedRow } from './store.ts'

/**
 * What became of a message that came to the address for reports. `early`: that its email was sent is not recorded yet, so
 * it has to be handed over again.
 */
export type BounceOutcome = 'bounced' | 'counted' | 'ignored' | 'early'

export type RecordBounce = (raw: Uint8Array, recipient?: string) => Promise<BounceOutcome>

export type BounceParts = {
  database: Database
  clock: Clock
  newId: () => string
  region: string
  installation: Pick<InstallationConfig, 'mail' | 'homes'>
  /** Called after a transaction that recorded events of the account has committed. */
  noteEvents: (accountId: string) => void
  /** Identifiers and statuses only. */
  log: { info(fields: object, message: string): void }
}

/**
 * Records what a mail server reports of an email that it had accepted. A report counts only with the token that its email
 * was sent with, and once for each email: forged and repeated ones change nothing. What can't be read is ignored.
 */
export function createBounceRecorder(parts: BounceParts): RecordBounce {
  const { database, log } = parts
  return async (raw, recipient) => {
    const { tokens, report } = readReturnedMessage(raw, recipient)
    if (!report) return 'ignored'
    for (const token of tokens) {
      const { installation } = parts
      const own = readBounceToken(installation.mail.key, token)
      // Without accounts from elsewhere there are no other keys, and a forged token costs no query.
      const id = own ?? (installation.homes && idInBounceToken(token))
      if (id === undefined) continue
      const row = await database.inSystem((sql) => findReturned(sql, id), { readOnly: true })
      if (!row?.accountId || row.bouncedAt !== null || row.state === 'failed') continue
      const keys = mailKeysOf(installation, row.accountId)
      if (!keys.some((key) => readBounceToken(key, token) === id)) continue
      if (row.state === 'queued') return 'early'
      const outcome = await record(parts, { id, accountId: row.accountId, row, report })
      log.info({ accountId: row.accountId, message: id, status: report.status }, `bounces: ${outcome}`)
      return outcome
    }
    return 'ignored'
  }
}

type Returned = { id: string; accountId: string; row: ReturnedRow; report: BounceReport }

async function record(parts: BounceParts, returned: Returned): Promise<BounceOutcome> {
  const { database, clock, newId, region } = parts
  const { id, accountId, report } = returned
  if (report.kind === 'soft') {
    await database.inAccount(accountId, (sql) => countDelay(sql, id))
    return 'counted'
  }
  const isRecorded = await database.inAccount(accountId, async (sql) => {
    const now = clock()
    const { status, blames: failure } = report
    if (!(await markBounced(sql, id, { now, failure, status }))) return false
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
    await noteOnInvite(sql, parts, returned, now)
    return true
  })
  if (isRecorded) parts.noteEvents(accountId)
  return isRecorded ? 'bounced' : 'ignored'
}

/** Emails of studies would tell the account who takes part. */
async function noteOnInvite(
  sql: Sql,
  { installation }: BounceParts,
  { accountId, row, report }: Returned,
  now: Date,
): Promise<void> {
  const { inviteId, kind } = row
  if (inviteId === null || kind === 'study') return
  await createInviteDelivery(installation).recordFailed(sql, { accountId, inviteId }, now, {
    reason: 'refused',
    isReported: true,
    blames: report.blames === 'recipient' ? 'recipient' : 'other',
  })
}
