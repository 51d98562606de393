import type pg from 'pg'
import type { Database } from '../../../src/contract/ports.ts'
import type { SecretKey } from '../../../src/contract/secret-key.ts'
import { aliasAuditFields } from '../../../src/domain/alias/model.ts'
import { type ChainedEntry, type ChainHead, chainHash, sealHead } from '../../../src/domain/audit/chain.ts'
import { findHead } from '../../../src/domain/audit/store.ts'
import { seededRandom } from '../../../src/scoring/random.ts'
import { withClient } from '../with-client.ts'
import { openCopyIn, type Value } from './copy-in.ts'
import { idAt, type Person } from './people.ts'

const columns = `account_id seq id at actor_kind actor_id client_id action target_type target_id request_id changes
  hash`

/**
 * Continues an account's audit log by COPY: an entry for each profile's creation and its alias, chained as the service chains them.
 * What people did later is not in it. `end` seals the head.
 */
export async function openAuditChain(
  { owner, database, secretKey }: { owner: pg.ClientConfig; database: Database; secretKey: SecretKey },
  account: { id: string; clientId: string },
) {
  const copy = await openCopyIn(owner, 'audit_entry', columns.split(/\s+/))
  const random = seededRandom(18)
  let head: ChainHead = (await database.inAccount(account.id, (sql) =>
    findHead(sql, account.id),
  )) as ChainHead
  let rows: Value[][] = []

  function append(
    time: number,
    entry: Pick<ChainedEntry, 'action' | 'targetType' | 'targetId' | 'changes'>,
  ): void {
    const chained: ChainedEntry = {
      accountId: account.id,
      seq: head.seq + 1,
      id: idAt(time, random),
      at: new Date(time).toISOString(),
      actorKind: 'client',
      actorId: account.clientId,
      clientId: account.clientId,
      requestId: 'bench',
      ...entry,
    }
    head = { seq: chained.seq, hash: chainHash(head.hash, chained) }
    const { seq, id, at, actorKind, actorId, clientId, action, targetType, targetId, requestId, changes } =
      chained
    rows.push([
      ...[
        account.id,
        seq,
        id,
        at,
        actorKind,
        actorId,
        clientId,
        action,
        targetType,
        targetId,
        requestId,
        changes,
      ],
      `\\x${head.hash.toString('hex')}`,
    ])
  }

  return {
    add(person: Person): void {
      const { id: profileId, createdAt, phone, locale, alias, tags } = person
      const sent = {
        email: true,
        firstName: true,
        lastName: true,
        phone,
        locale,
        customId: alias,
        tagIds: tags.length,
      }
      const fields = Object.entries(sent).flatMap(([name, value]) => (value ? [name] : []))
      append(createdAt, {
        action: 'create_profile',
        targetType: 'profile',
        targetId: profileId,
        changes: JSON.stringify({ fields: fields.sort() }),
      })
      if (!alias) return
      append(createdAt, {
        action: 'create_resource_alias',
        targetType: 'resource_alias',
        targetId: alias.id,
        changes: JSON.stringify(aliasAuditFields({ resourceType: 'profile', resourceId: profileId })),
      })
    },
    async flush(): Promise<void> {
      await copy.write(rows)
      rows = []
    },
    async end(): Promise<void> {
      await copy.end()
      await withClient(owner, (client) =>
        client.query('update audit_head set seq = $2, hash = $3, seal = $4 where account_id = $1', [
          ...[account.id, head.seq, head.hash, sealHead(account.id, head, secretKey)],
        ]),
      )
    },
  }
}
