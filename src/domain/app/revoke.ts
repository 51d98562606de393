import { type AppGrant, dashboardClientId, type RevokeReason } from '../../contract/authorization.ts'
import type { Change } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AppDisconnected } from '../../contract/region-message.ts'
import { type Actor, recordChanges } from '../audit/record.ts'
import { endLinksOfGrants } from '../link/store.ts'
import { disconnectReasons } from './disconnect-reasons.ts'
import { type GrantParts, revocationActor, revocationMilliseconds } from './model.ts'
import type { GrantSelection } from './selection.ts'
import { endGrants, hasAccount, insertRevocations, removeRecords, selectGrants } from './store.ts'

export type GrantRevocation = {
  reason: RevokeReason
  /** Who does it, where the reason does not say it: an owner, somebody who removes a member, the shell. */
  actor?: Actor
  requestId: string
}

/**
 * Ends grants and returns those that it ended; what has ended before stays as it is, so it may be repeated.
 *
 * One transaction an account marks the grant, has its access tokens refused and writes the audit (an account of
 * another region is told instead). From its commit on nothing of the grant works, because codes and refresh tokens
 * count only together with a grant that has not ended. Their records belong to the installation, which an
 * account's transaction cannot reach, so they are removed in a transaction of their own, afterwards: that is
 * tidiness, and what a crash leaves is removed when it expires.
 */
export async function revokeGrants(
  parts: GrantParts,
  selection: GrantSelection,
  revoking: GrantRevocation,
): Promise<AppGrant[]> {
  const { database } = parts
  const begun = await database.inSystem((sql) => selectGrants(sql, selection, beginning), { readOnly: true })
  const accounts = new Map(begun.map((grant) => [`${grant.region} ${grant.accountId}`, grant]))
  const ended: AppGrant[] = []
  for (const { accountId, region } of accounts.values()) {
    const accountSelection = { ...selection, accountId, region }
    ended.push(...(await revokeIn(parts, region, accountSelection, revoking)))
  }
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await database.inSystem((sql) => removeRecords(sql, ids))
  return ended
}

/** Ends grants that have expired as well: a moment ago they may have signed a token. */
const beginning = new Date(0)

function revokeIn(
  parts: GrantParts,
  region: string,
  selection: GrantSelection & { accountId: string },
  revoking: GrantRevocation,
): Promise<AppGrant[]> {
  const { database, clock } = parts
  const now = clock()
  if (region !== parts.region) {
    return database.inSystem(async (sql) => {
      const ended = await endGrants(sql, selection, revoking.reason, now)
      for (const { grant, reason } of await disconnectReasons(sql, ended, revoking.reason, now)) {
        await parts.queueRegionMessage(sql, region, messageOf(grant, { ...revoking, reason }, now))
      }
      return ended
    })
  }
  return database.inAccount(selection.accountId, async (sql) => {
    const ended = await revokeGrantsInTransaction(sql, selection, revoking.reason, now)
    if (ended.length === 0 || !(await hasAccount(sql, selection.accountId))) return ended
    for (const { grant, reason } of await disconnectReasons(sql, ended, revoking.reason, now)) {
      const message = messageOf(grant, { ...revoking, reason }, now)
      await recordDisconnection(sql, parts, message, grant.memberId)
    }
    return ended
  })
}

/**
 * Ends grants within a transaction of their account, such as the one that removes a member, and has their access
 * tokens refused. `disconnections` makes the changes for the audit of that transaction.
 */
export async function revokeGrantsInTransaction(
  sql: Sql,
  selection: GrantSelection & { accountId: string },
  reason: RevokeReason,
  now: Date,
): Promise<AppGrant[]> {
  const ended = await endGrants(sql, selection, reason, now)
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0 && (await hasAccount(sql, selection.accountId))) {
    await refuseGrants(sql, selection.accountId, { grantIds: ids, reason, now })
  }
  return ended
}

/** Has the tokens of grants refused and ends the links that were made under them. Returns those not refused before. */
async function refuseGrants(
  sql: Sql,
  accountId: string,
  ending: { grantIds: readonly string[]; reason: RevokeReason; now: Date },
): Promise<string[]> {
  await endLinksOfGrants(sql, accountId, ending)
  return insertRevocations(sql, accountId, 'grant', ending.grantIds, timesOf(ending.now))
}

/** What the audit says of the grants of one member that ended together with something else. */
export function disconnectionChanges(ended: readonly AppGrant[], reason: RevokeReason): Change[] {
  const [signIn] = ended.filter(({ clientId }) => clientId === dashboardClientId)
  const recorded = ended.filter((grant) => grant.clientId !== dashboardClientId || grant === signIn)
  return recorded.map(({ id, clientId, memberId }) => changeOf({ grantId: id, clientId, reason }, memberId))
}

/**
 * What the home region of an account does when it is told that a grant has ended: has its tokens refused and writes
 * the audit. Being told twice changes nothing; an account that is not here has no tokens to refuse.
 */
export async function applyDisconnection(
  parts: Pick<GrantParts, 'database' | 'newId' | 'secretKey' | 'clock'>,
  message: AppDisconnected,
): Promise<void> {
  const { accountId, grantId } = message
  await parts.database.inAccount(accountId, async (sql) => {
    if (!(await hasAccount(sql, accountId))) return
    // From now on, not from when it was said: a token could be signed until the message had been written.
    const { actor, reason } = message
    const fresh = await refuseGrants(sql, accountId, { grantIds: [grantId], reason, now: parts.clock() })
    if (fresh.length === 0) return
    const isTheirs = actor.kind === 'member' && reason !== 'account'
    await recordDisconnection(sql, parts, message, isTheirs ? actor.id : undefined)
  })
}

/** Has one access token refused, as the app itself asks for (RFC 7009); the grant goes on. */
export async function revokeToken(
  parts: Pick<GrantParts, 'database' | 'clock' | 'region' | 'queueRegionMessage'>,
  token: { accountId: string; region: string; tokenId: string },
  requestId: string,
): Promise<void> {
  const { accountId, region, tokenId } = token
  if (region !== parts.region) {
    const at = parts.clock().toISOString()
    const message = { kind: 'token_revoked', accountId, tokenId, at, requestId } as const
    return parts.database.inSystem((sql) => parts.queueRegionMessage(sql, region, message))
  }
  await parts.database.inAccount(token.accountId, async (sql) => {
    if (!(await hasAccount(sql, token.accountId))) return
    await insertRevocations(sql, token.accountId, 'token', [token.tokenId], timesOf(parts.clock()))
  })
}

async function recordDisconnection(
  sql: Sql,
  { newId, secretKey }: Pick<GrantParts, 'newId' | 'secretKey'>,
  message: AppDisconnected,
  /** Whose grant it was, where that is known. */
  memberId: string | undefined,
): Promise<void> {
  const { accountId, actor, requestId, at, reason } = message
  if (reason === 'same_session') return
  await recordChanges(sql, {
    ...{ accountId, actor, requestId, newId, secretKey, now: new Date(at) },
    action: 'disconnect_app',
    changes: [changeOf(message, memberId)],
  })
}

function changeOf(
  { grantId, clientId, reason }: Pick<AppDisconnected, 'grantId' | 'clientId' | 'reason'>,
  memberId: string | undefined,
): Change {
  const app = { type: 'app', id: grantId } as const
  if (clientId !== dashboardClientId) {
    return { action: 'disconnect_app', target: app, changes: { clientId, reason } }
  }
  const target = memberId === undefined ? app : ({ type: 'member', id: memberId } as const)
  return { action: 'sign_out', target, changes: { clientId, reason } }
}

function messageOf(
  grant: AppGrant,
  { reason, actor, requestId }: GrantRevocation,
  now: Date,
): AppDisconnected {
  return {
    kind: 'app_disconnected',
    accountId: grant.accountId,
    grantId: grant.id,
    clientId: grant.clientId,
    actor: actor ?? revocationActor(reason, grant),
    reason,
    at: now.toISOString(),
    requestId,
  }
}

function timesOf(now: Date): { now: Date; expiresAt: Date } {
  return { now, expiresAt: new Date(now.getTime() + revocationMilliseconds) }
}
