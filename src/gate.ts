import type { z } from 'zod'
import {
  connectionShareOf,
  countProgramRequest,
  countRequest,
  readCallerAccount,
  refuseMissingScope,
  refuseOtherRegion,
  refusePaused,
  refuseStaleRevocations,
  scopesLacking,
} from './authorization-checks.ts'
import { type Caller, type GuestCaller, isTokenCaller, type TokenCaller } from './contract/caller.ts'
import { Failure } from './contract/failure.ts'
import { readInput } from './contract/input.ts'
import type { Limits } from './contract/limits.ts'
import type {
  Account,
  Context,
  InstallationConfig,
  Operation,
  PrepareContext,
  Result,
} from './contract/operation.ts'
import type { AsyncPorts, Clock, Database, Sql } from './contract/ports.ts'
import { refuseOldSignIn } from './contract/recent-sign-in.ts'
import { type Allowance, type RequestMetadata, rateLimited } from './contract/request.ts'
import { scopesNeeded } from './contract/scope.ts'
import { refuseUnpaidWork } from './domain/account/billing.ts'
import { actorOf, recordChanges } from './domain/audit/record.ts'
import { canonicalRequest, parseKey, requireKey } from './domain/idempotency/fingerprint.ts'
import {
  describedProfileId,
  hasStoredResponse,
  type IdempotentRequest,
  runIdempotently,
} from './domain/idempotency/idempotent-run.ts'
import { createKeyMutex } from './domain/idempotency/key-mutex.ts'

export type GateSettings = {
  database: Database
  clock: Clock
  newId: () => string
  site: InstallationConfig
  asyncPorts: AsyncPorts
  limits: Limits
  /** Whether this region has heard lately of what was taken back; always so beside the authorization server. */
  revocationsAreFresh: () => boolean
  /** Called after each successful request with a token or a link. Fire and forget. */
  recordUse: (caller: TokenCaller | GuestCaller) => void
  /** Called after a writing operation has committed; the outbox wakes on it. */
  onCommit: () => void
  /** Checks every answer against its schema. On in tests, off in production: it halves throughput. */
  checkOutputs: boolean
}

export type Gate = <I extends z.ZodObject, O extends z.ZodType, P>(
  operation: Operation<I, O, P>,
  caller: Caller,
  /** The raw input, or how to get it: a door may leave parsing a body until the gate asks for it. */
  input: Record<string, unknown> | (() => Record<string, unknown>),
  request: RequestMetadata,
) => Promise<Result<z.output<O>>>

/**
 * The one path from a caller and an input to a result, and the only place that calls `run`. The stations
 * stand in the order of the specification's errors: home region, a caller who still stands, scope, paused,
 * rate, input, an earlier answer to the same key, billing, run, audit.
 */
export function createGate(settings: GateSettings): Gate {
  const withKeyMutex = createKeyMutex()
  return async (operation, caller, input, request) => {
    refuseOtherRegion(caller, settings.site)
    refuseStaleRevocations(caller, settings.revocationsAreFresh)
    const counted = countOnce(request)
    const getRawInput = () => (typeof input === 'function' ? input() : input)
    const authorize = async (sql: Sql) => {
      const { account, linkExists } = await readCallerAccount(sql, operation, caller)
      refuseMissingScope(operation, caller, getRawInput)
      refuseOldSignIn(operation, caller, settings.clock())
      refusePaused(operation, account)
      refuseTooMany(counted(() => countRequest(settings.limits, caller, linkExists)))
      const rawInput = getRawInput()
      return { account, rawInput, parsedInput: readInput(operation.input, rawInput) }
    }
    const prepared = await prepare(operation as Operation, settings, caller, request, authorize).catch(
      refuseWriteConflict,
    )
    const work = async (sql: Sql) => {
      const { account, rawInput, parsedInput } = await authorize(sql)
      const { clock, newId, site } = settings
      const context: Context = { sql, caller, account, now: clock, newId, site }
      const input = prepared?.input ?? parsedInput
      const run = () => runAudited(operation as Operation, context, input, request)
      return idempotent(operation as Operation, context, rawInput, request, run)
    }
    const readOnly = operation.effect === 'reads' && request.idempotencyKey === undefined
    const options = { readOnly, ...connectionShareOf(operation as Operation, caller) }
    const transact = () => settings.database.inAccount(caller.accountId, work, options)
    const mutexKey = mutexKeyOf(operation as Operation, caller, request, (program) =>
      counted(() => countProgramRequest(settings.limits, program)),
    )
    const result = await (mutexKey ? withKeyMutex(mutexKey, transact) : transact()).catch(refuseWriteConflict)
    if (!readOnly) settings.onCommit()
    if (isTokenCaller(caller) || caller.kind === 'guest') settings.recordUse(caller)
    if (settings.checkOutputs) checkShape(operation as Operation, result.resource)
    return result as never
  }
}

type Authorize = (sql: Sql) => Promise<{
  account: Account
  rawInput: Record<string, unknown>
  parsedInput: Record<string, unknown>
}>

/**
 * What an operation does before its transaction, for a caller who is let in. Undefined where it does nothing, and
 * where an earlier request with the same key has done it all: `run` will not be called then either.
 */
async function prepare(
  operation: Operation,
  settings: GateSettings,
  caller: Caller,
  request: RequestMetadata,
  authorize: Authorize,
): Promise<{ input: Record<string, unknown> } | undefined> {
  if (!operation.prepare) return undefined
  const { database, clock, newId, site, asyncPorts } = settings
  const authorized = await database.inAccount(
    caller.accountId,
    async (sql) => {
      const { account, rawInput, parsedInput } = await authorize(sql)
      const idempotentRequest = idempotentRequestOf(
        operation,
        { caller, site, now: clock },
        rawInput,
        request,
      )
      return {
        account,
        parsedInput,
        isAnswered: idempotentRequest !== undefined && (await hasStoredResponse(sql, idempotentRequest)),
      }
    },
    { ...connectionShareOf(operation, caller), readOnly: true },
  )
  if (authorized.isAnswered) return undefined
  const preparation: PrepareContext = {
    ...{ caller, account: authorized.account, now: clock, newId, site, ...asyncPorts },
    transact: (work) => database.inAccount(caller.accountId, work),
    systemRead: (work) => database.inSystem(work, { readOnly: true }),
    progress: (step) => request.onProgress?.(step),
  }
  return { input: await operation.prepare(authorized.parsedInput, preparation) }
}

/**
 * Two writers met, and the other one was first: it took what is unique (SQLSTATE 23505), or removed what this
 * one refers to (23503).
 */
function refuseWriteConflict(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== '23505' && code !== '23503') throw error
  throw new Failure('conflict', { cause: error })
}

/** The database may run the work again after a conflict; the request still counts once. */
function countOnce(request: RequestMetadata) {
  let taken: { allowance: Allowance | undefined } | undefined
  return (take: () => Allowance | undefined): Allowance | undefined => {
    if (taken) return taken.allowance
    const allowance = take()
    taken = { allowance }
    if (allowance) request.onRateLimit?.(allowance)
    return allowance
  }
}

function refuseTooMany(allowance: Allowance | undefined): void {
  if (allowance && !allowance.isWithin) throw rateLimited(allowance)
}

/**
 * The turn that a request with a key waits for. A key belongs to the program that sent it; people behind a
 * link have none. Nobody waits who is refused anyway, and whoever waits has been counted, so that waiting is not free.
 */
function mutexKeyOf(
  operation: Operation,
  caller: Caller,
  request: RequestMetadata,
  counted: (caller: TokenCaller) => Allowance | undefined,
): string | undefined {
  if (!isTokenCaller(caller) || request.idempotencyKey === undefined) return undefined
  const key = parseKey(request.idempotencyKey)
  if (key === undefined || scopesLacking(scopesNeeded(operation), caller).length > 0) return undefined
  if (counted(caller)?.isWithin === false) return undefined
  return `${caller.accountId}:${keyOwnerOf(caller)}:${key}`
}

/** Whose keys these are: the client's, and for an app those of the one member it acts for. */
function keyOwnerOf(caller: TokenCaller): string {
  return caller.kind === 'machine' ? caller.clientId : `${caller.clientId} ${caller.memberId}`
}

function idempotent(
  operation: Operation,
  context: Context,
  rawInput: Record<string, unknown>,
  request: RequestMetadata,
  run: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const idempotentRequest = idempotentRequestOf(operation, context, rawInput, request)
  return idempotentRequest
    ? runIdempotently(context.sql, idempotentRequest, run, (result) =>
        describedProfileId(operation, rawInput, result),
      )
    : run()
}

/** Where the answer to this request is kept, when its program named it with a key. */
function idempotentRequestOf(
  operation: Operation,
  { caller, site, now }: Pick<Context, 'caller' | 'site' | 'now'>,
  rawInput: Record<string, unknown>,
  request: RequestMetadata,
): IdempotentRequest | undefined {
  if (request.idempotencyKey === undefined || !isTokenCaller(caller)) return undefined
  return {
    accountId: caller.accountId,
    clientId: keyOwnerOf(caller),
    key: requireKey(request.idempotencyKey),
    canonicalRequest: canonicalRequest(operation.name, caller.scopes, rawInput),
    now: now(),
    secretKey: site.secretKey,
  }
}

async function runAudited(
  operation: Operation,
  context: Context,
  input: Record<string, unknown>,
  request: RequestMetadata,
): Promise<Result<unknown>> {
  const { account, site, now, newId, caller, sql } = context
  if (operation.billed) refuseUnpaidWork(account, site.trial, now())
  if (operation.effect === 'reads') return operation.run(context, input)
  const { changes, ...result } = await operation.run(context, input)
  await recordChanges(sql, {
    accountId: account.id,
    actor: actorOf(caller, changes),
    action: operation.name,
    requestId: request.id,
    changes,
    now: now(),
    newId,
    secretKey: site.secretKey,
  })
  return result
}

function checkShape(operation: Operation, resource: unknown): void {
  const text = typeof resource === 'object' && resource !== null && 'readyJson' in resource
  const value = text ? JSON.parse(String(resource.readyJson)) : JSON.parse(JSON.stringify(resource ?? null))
  const parsed = operation.output.safeParse(value)
  if (!parsed.success) {
    throw new Error(`${operation.name} answered outside its schema: ${parsed.error.message}`)
  }
}
