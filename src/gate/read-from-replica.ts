import { type Caller, isTokenCaller } from '../contract/caller.ts'
import { readInput } from '../contract/input.ts'
import type { Context, Operation } from '../contract/operation.ts'
import type { Sql } from '../contract/ports.ts'
import type { RequestMetadata } from '../contract/request.ts'
import { type AuthorizationSettings, startAuthorization } from './authorize.ts'
import { connectionShareOf } from './connection-share.ts'
import type { AuthorizedInput, PrepareSettings } from './prepare.ts'
import { type RawInput, rawInputOf } from './quick.ts'
import type { SpendOnce } from './rate-limit.ts'

type Parts = {
  operation: Operation
  caller: Caller
  input: RawInput
  request: RequestMetadata
  spendOnce: SpendOnce
}

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
}: Pick<Parts, 'operation' | 'caller' | 'request'>): boolean {
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
  parts: Parts,
  work: (context: Context, authorized: AuthorizedInput) => Promise<T>,
): Promise<T | undefined> {
  const { database, clock, newId, installation } = settings
  const { readReplica: replica } = database
  if (!replica?.isUsable() || !mayReadFromReplica(parts)) return undefined
  const { operation, caller, input, spendOnce } = parts
  const { heavy, unproven } = connectionShareOf(operation, caller)
  const getRawInput = () => rawInputOf(input)
  const authorizeIn = startAuthorization(settings, { caller, access: operation, getRawInput }, spendOnce)
  const authorize = async (sql: Sql) => {
    const asked = replica.position(sql)
    const { account, sees } = await authorizeIn(sql)
    const rawInput = getRawInput()
    const parsedInput = readInput(operation.input, rawInput)
    return { position: await asked, authorized: { account, sees, rawInput, parsedInput } }
  }
  const { position, authorized } = await database.inAccount(caller.accountId, authorize, {
    readOnly: true,
    unproven,
  })
  const { account, sees } = authorized
  if (sees === 'teams') return undefined
  const workThere = (sql: Sql) =>
    work({ sql, caller, account, sees, now: clock, newId, installation }, authorized)
  const found = await replica.inAccount(caller.accountId, position, workThere, { heavy })
  return found?.value
}
