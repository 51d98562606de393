import { isTokenCaller } from '../contract/caller.ts'
import type { Context } from '../contract/operation.ts'
import type { Sql } from '../contract/ports.ts'
import type { AuthorizationSettings } from './authorize.ts'
import { connectionShareOf } from './connection-share.ts'
import { contextOf, type PrepareSettings } from './prepare.ts'
import { type AuthorizedInput, type RequestParts, startAuthorizedInput } from './request-parts.ts'

/** Scopes of what there can be a million of: people with their results, tags and teams. */
const offered: readonly string[] = ['profiles:read', 'tags:manage']

/**
 * Whether a replica may answer. What tells about access stays with the primary: links, webhooks, connections, the audit
 * log, and everything for callers without a token. So does what waits for something.
 */
export function mayReadFromReplica({
  operation,
  caller,
  request,
}: Pick<RequestParts, 'operation' | 'caller' | 'request'>): boolean {
  if (operation.effect !== 'reads' || operation.prepare || operation.onlyFromPrimary) return false
  if (!isTokenCaller(caller) || request.idempotencyKey !== undefined) return false
  return 'scope' in operation && [operation.scope].flat().every((scope) => offered.includes(scope))
}

/**
 * Runs the work on the replica, after a transaction of the primary that authorizes the request and says what the replica
 * must have replayed. Undefined if the primary has to answer: there is no replica, it may not answer this, it is behind or
 * failed, or the caller is a coach, whose limit is read together with the people.
 */
export async function readFromReplica<T>(
  settings: AuthorizationSettings & PrepareSettings,
  parts: RequestParts,
  work: (context: Context, authorized: AuthorizedInput) => Promise<T>,
): Promise<T | undefined> {
  const { database } = settings
  const { readReplica: replica } = database
  if (!replica?.isUsable() || !mayReadFromReplica(parts)) return undefined
  const { operation, caller } = parts
  const { heavy, unproven } = connectionShareOf(operation, caller)
  const authorizeIn = startAuthorizedInput(settings, parts)
  const authorize = async (sql: Sql) => {
    const asked = replica.position(sql)
    const authorized = await authorizeIn(sql)
    return { position: await asked, authorized }
  }
  const { position, authorized } = await database.inAccount(caller.accountId, authorize, {
    readOnly: true,
    unproven,
  })
  if (authorized.sees === 'teams') return undefined
  const workThere = (sql: Sql) => work(contextOf(settings, sql, caller, authorized), authorized)
  const found = await replica.inAccount(caller.accountId, position, workThere, { heavy })
  return found?.value
}
