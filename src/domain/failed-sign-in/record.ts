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
 * Writes failed sign-ins into the audit log of the account, as the last thing of a transaction of the account. They are
 * by the service: nobody knows who tried.
 */
export async function recordFailures(
  sql: Sql,
  { clock, newId, secretKey }: Omit<RecordParts, 'database'>,
  told: FailedSignIns,
): Promise<void> {
  const { accountId } = told
  if (!(await hasAccount(sql, accountId))) return
  await recordChanges(sql, {
    ...{ accountId, newId, secretKey, now: clock() },
    actor: { kind: 'system', id: 'sign-in', clientId: null },
    action: 'sign_in_failed',
    requestId: `sign-ins-${newId()}`,
    changes: changesOf(told),
  })
}

/** The same in the home region, for what the authorization server sends; what comes a second time changes nothing. */
export async function receiveFailures(parts: RecordParts, content: unknown): Promise<void> {
  const told = FailedSignIns.parse(content)
  const { accountId, hour } = told
  const messageId = createHash('sha256').update(`failed sign-ins ${accountId} ${hour}`).digest('hex')
  await parts.database.inAccount(accountId, async (sql) => {
    const heard = { accountId, messageId: messageId.slice(0, 24), now: parts.clock() }
    if (await markMessageApplied(sql, heard)) await recordFailures(sql, parts, told)
  })
}

function changesOf({ accountId, members, others }: FailedSignIns): Change[] {
  const single = members.map(
    ({ memberId, ...changes }): Change => ({
      target: { type: 'member', id: memberId },
      changes,
    }),
  )
  return others ? [...single, { target: { type: 'account', id: accountId }, changes: others }] : single
}
