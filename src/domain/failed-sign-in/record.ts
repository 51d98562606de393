import { createHash } from 'node:crypto'
import type { Change } from '../../contract/operation.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { hasAccount } from '../app/store.ts'
import { recordChanges } from '../audit/record.ts'
import { markMessageApplied } from '../region/store.ts'
import { FailedSignIns } from './model.ts'

export type RecordParts = { database: Database; clock: Clock; newId: () => string; secretKey: SecretKey }

/**
 * Writes failed sign-ins to the audit log of the account, as the last step of a transaction of the account. The actor
 * is the service, because it is unknown who tried.
 */
export async function recordFailures(
  sql: Sql,
  { clock, newId, secretKey }: Omit<RecordParts, 'database'>,
  summary: FailedSignIns,
): Promise<void> {
  const { accountId } = summary
  if (!(await hasAccount(sql, accountId))) return
  recordChanges(sql, {
    accountId,
    newId,
    secretKey,
    now: clock(),
    actor: { kind: 'system', id: 'sign-in', clientId: null },
    action: 'sign_in_failed',
    requestId: `sign-ins-${newId()}`,
    changes: changesOf(summary),
  })
}

/** The same in the home region, for messages from the authorization server. Repeated messages change nothing. */
export async function receiveFailures(parts: RecordParts, content: unknown): Promise<void> {
  const summary = FailedSignIns.parse(content)
  const { accountId, hour } = summary
  const messageId = createHash('sha256').update(`failed sign-ins ${accountId} ${hour}`).digest('hex')
  await parts.database.inAccount(accountId, async (sql) => {
    const message = { accountId, messageId: messageId.slice(0, 24), now: parts.clock() }
    if (await markMessageApplied(sql, message)) await recordFailures(sql, parts, summary)
  })
}

function changesOf({ accountId, members, others }: FailedSignIns): Change[] {
  const memberChanges = members.map(
    ({ memberId, ...changes }): Change => ({
      target: { type: 'member', id: memberId },
      changes,
    }),
  )
  return others
    ? [...memberChanges, { target: { type: 'account', id: accountId }, changes: others }]
    : memberChanges
}
