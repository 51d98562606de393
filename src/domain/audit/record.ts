import type { Caller } from '../../contract/caller.ts'
import type { Change } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { appendEntries } from './store.ts'

/**
 * Who made a change: `client` a machine, `member` somebody who acts for the account, through an app or on the pages
 * of the authorization server, `person` somebody behind a link, `operator` the shell of the installation, `system`
 * the service itself, by a rule that the account has set.
 */
export type Actor = {
  kind: 'client' | 'member' | 'person' | 'operator' | 'system'
  id: string
  clientId: string | null
}

export type AuditRecord = {
  accountId: string
  actor: Actor
  /** The operation's name, for changes that name no action of their own. */
  action: string
  requestId: string
  changes: readonly Change[]
  now: Date
  newId: () => string
  secretKey: SecretKey
}

/** Writes one entry for each change, in the change's own transaction and as the last thing in it. */
export async function recordChanges(sql: Sql, recording: AuditRecord): Promise<void> {
  const { accountId, actor, requestId, now, newId } = recording
  const entries = recording.changes.map((change) => ({
    accountId,
    id: newId(),
    at: now.toISOString(),
    actorKind: actor.kind,
    actorId: actor.id,
    clientId: actor.clientId,
    action: change.action ?? recording.action,
    targetType: change.target.type,
    targetId: change.target.id,
    requestId,
    changes: JSON.stringify(change.changes ?? {}),
  }))
  await appendEntries(sql, accountId, entries, recording.secretKey)
}

/** A person behind a link has no identifier but the profile's; whoever only holds a link is the person it was made for. */
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
