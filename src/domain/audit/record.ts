import type { Actor } from '../../contract/actor.ts'
import type { Caller } from '../../contract/caller.ts'
import type { Change } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { appendEntries } from './store.ts'

export type AuditRecord = {
  accountId: string
  actor: Actor
  /** The operation's name, used for changes without an action of their own. */
  action: string
  requestId: string
  changes: readonly Change[]
  now: Date
  newId: () => string
  secretKey: SecretKey
  /** Whether they count towards the day's limit of the account: changes of tokens do, except those of coaches. */
  countsToday?: boolean
}

/** Writes one entry per change when the change's own transaction commits. Until then it takes no lock. */
export function recordChanges(sql: Sql, record: AuditRecord): void {
  const { accountId, actor, requestId, now, newId } = record
  const entries = record.changes.map((change) => ({
    accountId,
    id: newId(),
    at: now.toISOString(),
    actorKind: actor.kind,
    actorId: actor.id,
    clientId: actor.clientId,
    action: change.action ?? record.action,
    targetType: change.target.type,
    targetId: change.target.id,
    requestId,
    changes: JSON.stringify(change.changes ?? {}),
  }))
  appendEntries(sql, accountId, entries, record)
}

/**
 * A person with a link is identified by the profile; anyone with only a link is treated as the person it was made
 * for.
 */
export function actorOf(caller: Caller, changes: readonly Change[]): Actor {
  if (caller.kind === 'machine') return { kind: 'client', id: caller.clientId, clientId: caller.clientId }
  if (caller.kind === 'member') return { kind: 'member', id: caller.memberId, clientId: null }
  if (caller.kind === 'delegate') {
    return { kind: 'member', id: caller.memberId, clientId: caller.clientId }
  }
  if (caller.kind === 'taker') return { kind: 'person', id: caller.profileId, clientId: null }
  const profile = changes.find((change) => change.target.type === 'profile')
  return { kind: 'person', id: profile?.target.id ?? 'unknown', clientId: null }
}
