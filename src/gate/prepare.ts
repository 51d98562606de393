import type { Caller } from '../contract/caller.ts'
import type { Context, InstallationConfig, Operation, PrepareContext } from '../contract/operation.ts'
import type { AsyncPorts, Clock, Database, Sql } from '../contract/ports.ts'
import type { RequestMetadata } from '../contract/request.ts'
import { hasStoredResponse } from '../domain/idempotency/idempotent-run.ts'
import { limitedCoachOf, limitedToTeams } from './coach.ts'
import { idempotentRequestOf } from './idempotency.ts'
import type { AuthorizedInput } from './request-parts.ts'

export type PrepareSettings = {
  database: Database
  clock: Clock
  newId: () => string
  installation: InstallationConfig
  asyncPorts: AsyncPorts
}

/**
 * The input for `run` if nothing has to be prepared, or if the response is stored and `run` won't be called. Undefined
 * if `prepare` has to run first.
 */
export async function inputWithoutPreparation(
  operation: Operation,
  context: Context,
  { rawInput, parsedInput }: AuthorizedInput,
  request: RequestMetadata,
): Promise<Record<string, unknown> | undefined> {
  if (!operation.prepare) return parsedInput
  const idempotentRequest = idempotentRequestOf(operation, context, rawInput, request)
  if (idempotentRequest && (await hasStoredResponse(context.sql, idempotentRequest))) return parsedInput
  return operation.withoutPreparation?.(parsedInput, context)
}

/** Runs `prepare` for an authorized caller, outside of any transaction, and returns the input for `run`. */
export function prepareInput(
  operation: Operation,
  { database, clock, newId, installation, asyncPorts }: PrepareSettings,
  caller: Caller,
  request: RequestMetadata,
  { account, sees, parsedInput }: AuthorizedInput,
): Promise<Record<string, unknown>> {
  const coachId = limitedCoachOf({ sees, caller })
  const preparation: PrepareContext = {
    caller,
    account,
    sees,
    now: clock,
    newId,
    installation,
    ...asyncPorts,
    transact: (work) => database.inAccount(caller.accountId, coachId ? limitedToTeams(coachId, work) : work),
    systemRead: (work) => database.inSystem(work, { readOnly: true }),
    progress: (step) => request.onProgress?.(step),
  }
  // Without `prepare`, `inputWithoutPreparation` has returned an input.
  const { prepare } = operation as Operation & Required<Pick<Operation, 'prepare'>>
  return prepare(parsedInput, preparation)
}

/** What an operation runs with, in this transaction. */
export function contextOf(
  { clock, newId, installation }: Pick<PrepareSettings, 'clock' | 'newId' | 'installation'>,
  sql: Sql,
  caller: Caller,
  { account, sees }: Pick<AuthorizedInput, 'account' | 'sees'>,
): Context {
  return { sql, caller, account, sees, now: clock, newId, installation }
}
