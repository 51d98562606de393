import type { z } from 'zod'
import {
  readAccount,
  refuseMissingScope,
  refuseOtherRegion,
  refusePaused,
  refuseUnheard,
  scopesLacking,
  shareOf,
  takeOfProgram,
  takeRequest,
} from './admission.ts'
import { type Caller, type GuestCaller, isTokenCaller, type TokenCaller } from './contract/caller.ts'
import { Failure } from './contract/failure.ts'
import { readInput } from './contract/input.ts'
import type { Limits } from './contract/limits.ts'
import type { Account, Context, Operation, Preparation, Result, Site } from './contract/operation.ts'
import type { Clock, Database, SlowPorts, Sql } from './contract/ports.ts'
import { refuseOldSignIn } from './contract/recent-sign-in.ts'
import { type Allowance, type RequestFacts, tooMany } from './contract/request.ts'
import { scopesNeeded } from './contract/scope.ts'
import { refuseUnpaidWork } from './domain/account/billing.ts'
import { actorOf, recordChanges } from './domain/audit/record.ts'
import { parseKey, readKey, requestText } from './domain/idempotency/fingerprint.ts'
import { describedProfile, isAnswered, type Once, once } from './domain/idempotency/once.ts'
import { takeTurns } from './domain/idempotency/turns.ts'

export type GateSettings = {
  database: Database
  clock: Clock
  newId: () => string
  site: Site
  slow: SlowPorts
  limits: Limits
  /** Whether this region has heard lately of what was taken back; always so beside the authorization server. */
  revocationsAreFresh: () => boolean
  /** Called after each successful request with a token or a link. Fire and forget. */
  noteUse: (caller: TokenCaller | GuestCaller) => void
  /** Called after a writing operation has committed; the outbox wakes on it. */
  committed: () => void
  /** Checks every answer against its schema. On in tests, off in production: it halves throughput. */
  checkOutputs: boolean
}

export type Gate = <I extends z.ZodObject, O extends z.ZodType, P>(
  operation: Operation<I, O, P>,
  caller: Caller,
  /** The raw input, or how to get it: a door may leave parsing a body until the gate asks for it. */
  input: Record<string, unknown> | (() => Record<string, unknown>),
  request: RequestFacts,
) => Promise<Result<z.output<O>>>

/**
 * The one path from a caller and an input to a result, and the only place that calls `run`. The stations
 * stand in the order of the specification's errors: home region, a caller who still stands, scope, paused,
 * rate, input, an earlier answer to the same key, billing, run, audit.
 */
export function createGate(settings: GateSettings): Gate {
  const inTurn = takeTurns()
  return async (operation, caller, input, request) => {
    refuseOtherRegion(caller, settings.site)
    refuseUnheard(caller, settings.revocationsAreFresh)
    const counted = countOnce(request)
    const give = () => (typeof input === 'function' ? input() : input)
    const admit = async (sql: Sql) => {
      const { account, isLinkKnown } = await readAccount(sql, operation, caller)
      refuseMissingScope(operation, caller, give)
      refuseOldSignIn(operation, caller, settings.clock())
      refusePaused(operation, account)
      refuseTooMany(counted(() => takeRequest(settings.limits, caller, isLinkKnown)))
      const given = give()
      return { account, given, read: readInput(operation.input, given) }
    }
    const prepared = await prepare(operation as Operation, settings, caller, request, admit).catch(
      refuseCrossing,
    )
    const work = async (sql: Sql) => {
      const { account, given, read } = await admit(sql)
      const { clock, newId, site } = settings
      const context: Context = { sql, caller, account, now: clock, newId, site }
      const input = prepared?.input ?? read
      const run = () => runAudited(operation as Operation, context, input, request)
      return idempotent(operation as Operation, context, given, request, run)
    }
    const readOnly = operation.effect === 'reads' && request.idempotencyKey === undefined
    const options = { readOnly, ...shareOf(operation as Operation, caller) }
    const transact = () => settings.database.inAccount(caller.accountId, work, options)
    const turn = turnOf(operation as Operation, caller, request, (program) =>
      counted(() => takeOfProgram(settings.limits, program)),
    )
    const result = await (turn ? inTurn(turn, transact) : transact()).catch(refuseCrossing)
    if (!readOnly) settings.committed()
    if (isTokenCaller(caller) || caller.kind === 'guest') settings.noteUse(caller)
    if (settings.checkOutputs) checkShape(operation as Operation, result.resource)
    return result as never
  }
}

type Admit = (sql: Sql) => Promise<{
  account: Account
  given: Record<string, unknown>
  read: Record<string, unknown>
}>

/**
 * What an operation does before its transaction, for a caller who is let in. Undefined where it does nothing, and
 * where an earlier request with the same key has done it all: `run` will not be called then either.
 */
async function prepare(
  operation: Operation,
  settings: GateSettings,
  caller: Caller,
  request: RequestFacts,
  admit: Admit,
): Promise<{ input: Record<string, unknown> } | undefined> {
  if (!operation.prepare) return undefined
  const { database, clock, newId, site, slow } = settings
  const arrived = await database.inAccount(
    caller.accountId,
    async (sql) => {
      const { account, given, read } = await admit(sql)
      const place = placeFor(operation, { caller, site, now: clock }, given, request)
      return { account, read, isAnswered: place !== undefined && (await isAnswered(sql, place)) }
    },
    { ...shareOf(operation, caller), readOnly: true },
  )
  if (arrived.isAnswered) return undefined
  const preparation: Preparation = {
    ...{ caller, account: arrived.account, now: clock, newId, site, ...slow },
    transact: (work) => database.inAccount(caller.accountId, work),
    lookAround: (work) => database.inSystem(work, { readOnly: true }),
    progress: (step) => request.progress?.(step),
  }
  return { input: await operation.prepare(arrived.read, preparation) }
}

/**
 * Two writers met, and the other one was first: it took what is unique (SQLSTATE 23505), or removed what this
 * one refers to (23503).
 */
function refuseCrossing(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== '23505' && code !== '23503') throw error
  throw new Failure('conflict', 'Somebody changed the same thing at the same moment. Try again.', {
    cause: error,
  })
}

/** The database may run the work again after a conflict; the request still counts once. */
function countOnce(request: RequestFacts) {
  let taken: { allowance: Allowance | undefined } | undefined
  return (take: () => Allowance | undefined): Allowance | undefined => {
    if (taken) return taken.allowance
    const allowance = take()
    taken = { allowance }
    if (allowance) request.told?.(allowance)
    return allowance
  }
}

function refuseTooMany(allowance: Allowance | undefined): void {
  if (allowance && !allowance.isWithin) throw tooMany(allowance)
}

/**
 * The turn that a request with a key waits for. A key belongs to the program that sent it; people behind a
 * link have none. Nobody waits who is refused anyway, and whoever waits has been counted, so that waiting is not free.
 */
function turnOf(
  operation: Operation,
  caller: Caller,
  request: RequestFacts,
  counted: (caller: TokenCaller) => Allowance | undefined,
): string | undefined {
  if (!isTokenCaller(caller) || request.idempotencyKey === undefined) return undefined
  const key = parseKey(request.idempotencyKey)
  if (key === undefined || scopesLacking(scopesNeeded(operation), caller).length > 0) return undefined
  if (counted(caller)?.isWithin === false) return undefined
  return `${caller.accountId}:${keeperOf(caller)}:${key}`
}

/** Whose keys these are: the client's, and for an app those of the one member it acts for. */
function keeperOf(caller: TokenCaller): string {
  return caller.kind === 'machine' ? caller.clientId : `${caller.clientId} ${caller.memberId}`
}

function idempotent(
  operation: Operation,
  context: Context,
  given: Record<string, unknown>,
  request: RequestFacts,
  run: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const place = placeFor(operation, context, given, request)
  return place ? once(context.sql, place, run, (result) => describedProfile(operation, given, result)) : run()
}

/** Where the answer to this request is kept, when its program named it with a key. */
function placeFor(
  operation: Operation,
  { caller, site, now }: Pick<Context, 'caller' | 'site' | 'now'>,
  given: Record<string, unknown>,
  request: RequestFacts,
): Once | undefined {
  if (request.idempotencyKey === undefined || !isTokenCaller(caller)) return undefined
  return {
    accountId: caller.accountId,
    clientId: keeperOf(caller),
    key: readKey(request.idempotencyKey),
    request: requestText(operation.name, caller.scopes, given),
    now: now(),
    secretKey: site.secretKey,
  }
}

async function runAudited(
  operation: Operation,
  context: Context,
  input: Record<string, unknown>,
  request: RequestFacts,
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
