import type { Database, Sql } from '../../src/contract/ports.ts'
import type { SecretKey } from '../../src/contract/secret-key.ts'
import { insertAccount } from '../../src/domain/account/store.ts'
import { recordChanges } from '../../src/domain/audit/record.ts'
import { recordEvent, setEventOrigin } from '../../src/domain/event/record.ts'
import { insertTag } from '../../src/domain/tag/store.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { testOriginOf } from './event-origin.ts'

/** The account and key of `writer.ts`, which the test that kills it verifies. */
export const auditedAccountId = 'a'.repeat(24)
export const auditedKey = createSecretKeyring([Buffer.alloc(32, 7)])

export type AuditedAccount = { database: Database; id: string; secretKey: SecretKey }

export async function addAuditedAccount({ database, id }: AuditedAccount): Promise<void> {
  const settings = { billingStatus: 'active', trialEndsAt: null, paused: false, preferences: {} } as const
  await database.inAccount(id, (sql) =>
    insertAccount(sql, { id, name: 'Audited', now: new Date(), ...settings }),
  )
}

/** Adds a tag with its audit entry and its event in one transaction, and returns its id. `alongside` runs in it as well, last. */
export async function addAuditedTag(
  { database, id: accountId, secretKey }: AuditedAccount,
  alongside: (sql: Sql) => Promise<unknown> = async () => {},
): Promise<string> {
  const now = new Date()
  const id = newPublicId(now)
  await database.inAccount(accountId, async (sql) => {
    setEventOrigin(sql, testOriginOf(accountId))
    await insertTag(sql, { accountId, id, label: id, color: 'blue', now })
    recordEvent(sql, { type: 'tag.created', data: { tagId: id } })
    recordChanges(sql, {
      accountId,
      actor: { kind: 'operator', id: 'test', clientId: null },
      action: 'create_tag',
      requestId: 'request',
      changes: [{ target: { type: 'tag', id } }],
      now,
      newId: newPublicId,
      secretKey,
    })
    await alongside(sql)
  })
  return id
}
