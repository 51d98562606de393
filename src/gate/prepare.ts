import type { Caller } from '../contract/caller.ts'
import type { Account, InstallationConfig, Operation, PrepareContext } from '../contract/operation.ts'
import type { AsyncPorts, Clock, Database, Sql } from '../contract/ports.ts'
import type { RequestMetadata } from '../contract/request.ts'
import { hasStoredResponse } from '../domain/idempotency/idempotent-run.ts'
import { connectionShareOf } from './connection-share.ts'
import { idempotentRequestOf } from './idempotency.ts'

export type PrepareSettings = {
  database: Database
  clock: Clock
  newId: () => string
  site: InstallationConfig
  asyncPorts: AsyncPorts
}

/** What the authorized request of an operation has: its account, and the input before and after parsing. */
export type AuthorizedInput = {
  account: Account
  rawInput: Record<string, unknown>
  parsedInput: Record<string, unknown>
}

/**
 * Runs `prepare` for an authorized caller, outside of any transaction, and returns the input for `run`. Undefined if
 * an earlier request with the same idempotency key has its response stored: `run` will not be called either.
 */
export async function prepareInput(
  operation: Operation & Required<Pick<Operation, 'prepare'>>,
  settings: PrepareSettings,
  caller: Caller,
  request: RequestMetadata,
  authorize: (sql: Sql) => Promise<AuthorizedInput>,
): Promise<Record<string, unknown> | undefined> {
  const { database, clock, newId, site, asyncPorts } = settings
  const authorized = await database.inAccount(
    caller.accountId,
    async (sql) => {
      const { account, rawInput, parsedInput } = await authorize(sql)
      const context = { caller, site, now: clock }
      const idempotentRequest = idempotentRequestOf(operation, context, rawInput, request)
      const isStored = idempotentRequest !== undefined && (await hasStoredResponse(sql, idempotentRequest))
      return { account, parsedInput, isStored }
    },
    { ...connectionShareOf(operation, caller), readOnly: true },
  )
  if (authorized.isStored) return undefined
  const preparation: PrepareContext = {
    caller,
    account: authorized.account,
    now: clock,
    newId,
    site,
    ...asyncPorts,
    transact: (work) => database.inAccount(caller.accountId, work),
    systemRead: (work) => database.inSystem(work, { readOnly: true }),
    progress: (step) => request.onProgress?.(step),
  }
  return operation.prepare(authorized.parsedInput, preparation)
}
