import type { z } from 'zod'
import {
  type Caller,
  type GuestCaller,
  isTokenCaller,
  type RecalledTaker,
  type TokenCaller,
} from '../contract/caller.ts'
import { Failure } from '../contract/failure.ts'
import type { Context, Operation, Result } from '../contract/operation.ts'
import type { Sql } from '../contract/ports.ts'
import type { RequestMetadata } from '../contract/request.ts'
import type { Access } from '../contract/scope.ts'
import { currentWork } from '../contract/work-record.ts'
import { endLimit } from '../domain/coach/limit-store.ts'
import { hasRecordedEvents } from '../domain/event/record.ts'
import { createKeyMutex } from '../domain/idempotency/key-mutex.ts'
import { hasQueued } from '../domain/outbox/store.ts'
import { type AuthorizationSettings, startAuthorization } from './authorize.ts'
import { connectionShareOf, isUnproven } from './connection-share.ts'
import { mutexKeyOf, runOrReplay } from './idempotency.ts'
import { contextOf, inputWithoutPreparation, type PrepareSettings, prepareInput } from './prepare.ts'
import { runQuickly } from './quick.ts'
import { refuseBeyondQuotas } from './quotas.ts'
import { createSpendOnce } from './rate-limit.ts'
import { readFromReplica } from './read-from-replica.ts'
import {
  type AuthorizedInput,
  type RawInput,
  type RequestParts,
  startAuthorizedInput,
} from './request-parts.ts'
import { checkOutput, runAudited } from './run.ts'

export type GateSettings = AuthorizationSettings &
  PrepareSettings & {
    /** Called after each successful request with a token or a link. Fire and forget. */
    recordUse: (caller: TokenCaller | GuestCaller) => void
    /** Called after a transaction that queued a message has committed. */
    wakeOutbox: () => void
    /** Called after a transaction that recorded events of the account has committed. */
    noteEvents: (accountId: string) => void
    /** Checks every result against its schema. On in tests, off in production: it halves throughput. */
    checkOutputs: boolean
  }

export type Gate = <I extends z.ZodObject, O extends z.ZodType, P>(
  operation: Operation<I, O, P>,
  caller: Caller | RecalledTaker,
  input: RawInput,
  request: RequestMetadata,
) => Promise<Result<z.output<O>>>

/** Checks and counts a request as the gate would, without running anything. */
export type Authorize = (caller: Caller, access: Access, request: RequestMetadata) => Promise<void>

/**
 * The one path from a caller and an input to a result, and the only place that calls `run`. checks.ts lists what
 * refuses a caller, in order; then come the input, a stored response to the same key, billing, `run` and audit.
 */
export function createGate(settings: GateSettings): Gate {
  const withKeyMutex = createKeyMutex()
  const runOperation = async (parts: RequestParts): Promise<Result<unknown>> => {
    const { operation, caller, request } = parts
    const readOnly = operation.effect === 'reads' && request.idempotencyKey === undefined
    const transact = createTransact(settings, withKeyMutex, readOnly, parts)
    const run = (context: Context, { rawInput }: AuthorizedInput, runInput: Record<string, unknown>) =>
      runOrReplay(operation, context, rawInput, request, () =>
        runAudited(operation, context, runInput, { request, checkOutputs: settings.checkOutputs }),
      )
    const prepareAndRun = async (authorized: AuthorizedInput) => {
      if (!operation.preparesQuickly) currentWork()?.onOtherWork?.()
      const prepared = await prepareInput(operation, settings, caller, request, authorized)
      return transact((context, authorizedAgain) => run(context, authorizedAgain, prepared))
    }
    const runOnPrimary = async () => {
      const first = await transact(async (context, authorized) => {
        const runInput = await inputWithoutPreparation(operation, context, authorized, request)
        if (runInput) return { result: await run(context, authorized, runInput) }
        await refuseBeyondQuotas(operation, context)
        return { authorized }
      })
      return first.result ?? prepareAndRun(first.authorized)
    }
    const fromReplica = await readFromReplica(settings, parts, (context, authorized) =>
      run(context, authorized, authorized.parsedInput),
    )
    const result = fromReplica ?? (await runOnPrimary())
    noteUse(settings, caller)
    if (settings.checkOutputs) checkOutput(operation, result.resource)
    return result
  }
  const runQuicklyOrNot = async (
    operation: Operation,
    caller: Caller | RecalledTaker,
    input: RawInput,
    request: RequestMetadata,
  ): Promise<Result<unknown>> => {
    const spendOnce = createSpendOnce(request)
    const parts = { operation, input, request, spendOnce }
    if (!('recalled' in caller)) return runOperation({ ...parts, caller })
    const result = await runQuickly(operation, settings, caller, input, spendOnce)
    return result ?? runOperation({ ...parts, caller: await caller.find() })
  }
  return (async (operation, ...rest) => {
    noteOperation(operation as Operation)
    return runQuicklyOrNot(operation as Operation, ...rest).catch(refuseWriteConflict)
  }) as Gate
}

function noteOperation({ name, takesLong, prepare }: Operation): void {
  const work = currentWork()
  if (!work) return
  work.operation = name
  work.isPatient ||= takesLong === true || prepare !== undefined
}

/** Work in a transaction of the caller's account, after the checks of this request. */
type Transact = <T>(work: (context: Context, authorized: AuthorizedInput) => Promise<T>) => Promise<T>

/** Runs the checks before the transaction. Requests with the same idempotency key wait for each other. */
function createTransact(
  settings: GateSettings,
  withKeyMutex: ReturnType<typeof createKeyMutex>,
  readOnly: boolean,
  parts: RequestParts,
): Transact {
  const { operation, caller, request, spendOnce } = parts
  const { database, limits } = settings
  const authorizeIn = startAuthorizedInput(settings, parts)
  const options = { readOnly, ...connectionShareOf(operation, caller) }
  return async (work) => {
    const mutexKey = await mutexKeyOf(operation, { caller, limits, spendOnce }, request)
    const authorizeAndWork = async (sql: Sql) => {
      const authorized = await authorizeIn(sql)
      const worked = await work(contextOf(settings, sql, caller, authorized), authorized)
      // The last steps write the audit log and the events, which coaches can't read.
      if (authorized.sees === 'teams') await endLimit(sql)
      return { worked, hasMessages: hasQueued(sql), hasEvents: hasRecordedEvents(sql) }
    }
    const transact = async () => {
      const { worked, hasMessages, hasEvents } = await database.inAccount(
        caller.accountId,
        authorizeAndWork,
        options,
      )
      if (hasMessages) settings.wakeOutbox()
      if (hasEvents) settings.noteEvents(caller.accountId)
      return worked
    }
    return mutexKey ? withKeyMutex(mutexKey, transact) : transact()
  }
}

/** For transports that authorize a request before they know what it will read, or that read nothing. */
export function createAuthorize(
  settings: AuthorizationSettings & Pick<GateSettings, 'database' | 'recordUse'>,
): Authorize {
  return async (caller, access, request) => {
    const getRawInput = () => ({})
    const spendOnce = createSpendOnce(request)
    const authorizeIn = startAuthorization(settings, { caller, access, getRawInput }, spendOnce)
    const options = { readOnly: true, heavy: false, unproven: isUnproven(caller.kind) }
    await settings.database.inAccount(caller.accountId, authorizeIn, options)
    noteUse(settings, caller)
  }
}

function noteUse({ recordUse }: Pick<GateSettings, 'recordUse'>, caller: Caller): void {
  if (isTokenCaller(caller) || caller.kind === 'guest') recordUse(caller)
}

/** Lost a race: the row already exists (SQLSTATE 23505), or its parent was deleted (23503). */
function refuseWriteConflict(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== '23505' && code !== '23503') throw error
  throw new Failure('conflict', { cause: error })
}
