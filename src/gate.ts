import type { z } from 'zod'
import type { Caller, MachineCaller } from './contract/caller.ts'
import { elsewhere, Failure } from './contract/failure.ts'
import { readInput } from './contract/input.ts'
import type { Account, Context, Operation, Result, Site } from './contract/operation.ts'
import type { Clock, Database, EncodePicture, Sql } from './contract/ports.ts'
import { type Allowance, type RequestFacts, tooMany } from './contract/request.ts'
import { type Access, type Scope, scopesNeeded } from './contract/scope.ts'
import { refuseUnpaidWork } from './domain/account/billing.ts'
import { findAccount } from './domain/account/store.ts'
import { actorOf, recordChanges } from './domain/audit/record.ts'
import { fingerprintOf, parseKey, readKey } from './domain/idempotency/fingerprint.ts'
import { describedProfile, once } from './domain/idempotency/once.ts'
import { takeTurns } from './domain/idempotency/turns.ts'

export type GateSettings = {
  database: Database
  clock: Clock
  newId: () => string
  site: Site
  encodePicture: EncodePicture
  /** Takes one request out of the caller's allowance; undefined where nothing is limited. */
  takeAllowance: (caller: Caller) => Allowance | undefined
  /** Called after a writing operation has committed; the outbox wakes on it. */
  committed: () => void
  /** Checks every answer against its schema. On in tests, off in production: it halves throughput. */
  checkOutputs: boolean
}

export type Gate = <I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<I, O>,
  caller: Caller,
  /** The raw input, or how to get it: a door may leave parsing a body until the gate asks for it. */
  input: Record<string, unknown> | (() => Record<string, unknown>),
  request: RequestFacts,
) => Promise<Result<z.output<O>>>

/**
 * The one path from a caller and an input to a result, and the only place that calls `run`. The stations
 * stand in the order of the specification's errors: home region, a client that is still allowed, scope, paused,
 * rate, input, an earlier answer to the same key, billing, run, audit.
 */
export function createGate(settings: GateSettings): Gate {
  const inTurn = takeTurns()
  return async (operation, caller, input, request) => {
    refuseOtherRegion(caller, settings.site)
    const counted = countOnce(settings, caller, request)
    const give = () => (typeof input === 'function' ? input() : input)
    const admit = async (sql: Sql) => {
      const account = await readAccount(sql, caller)
      refuseMissingScope(operation, caller, give)
      refusePaused(operation, account)
      refuseTooMany(counted())
      const given = give()
      return { account, given, read: readInput(operation.input, given) }
    }
    const { prepare } = operation
    const prepared =
      prepare &&
      (await settings.database
        .inAccount(caller.accountId, admit, { readOnly: true })
        .then(({ read }) => prepare(read, settings)))
    const work = async (sql: Sql) => {
      const { account, given, read } = await admit(sql)
      const { clock, newId, site } = settings
      const context: Context = { sql, caller, account, now: clock, newId, site }
      const run = () => runAudited(operation as Operation, context, prepared ?? read, request)
      return idempotent(operation as Operation, context, given, request, run)
    }
    const readOnly = operation.effect === 'reads' && request.idempotencyKey === undefined
    const transact = () => settings.database.inAccount(caller.accountId, work, { readOnly })
    const turn = turnOf(operation as Operation, caller, request, counted)
    const result = await (turn ? inTurn(turn, transact) : transact()).catch(refuseCrossing)
    if (!readOnly) settings.committed()
    if (settings.checkOutputs) checkShape(operation as Operation, result.resource)
    return result as never
  }
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

function refuseOtherRegion(caller: Caller, site: Site): void {
  if (caller.region !== site.region) throw elsewhere(caller.region)
}

function refuseMissingScope(access: Access, caller: Caller, give: () => Record<string, unknown>): void {
  const kindNeeded = 'access' in access && access.access !== 'anyToken' ? access.access : 'machine'
  if (kindNeeded !== caller.kind) {
    throw new Failure('forbidden', 'An invite link opens the assessment, and nothing else opens it.')
  }
  if (caller.kind !== 'machine') return
  const needed = scopesNeeded(access, 'scopeWith' in access ? glance(give) : {})
  const lacking = scopesLacking(needed, caller)
  if (lacking.length === 0) return
  throw new Failure('scopeMissing', `The token lacks the scope ${lacking.join(' and ')}.`, {
    details: { scopes: needed },
  })
}

/** What the input asks for, before its turn to be checked: one that cannot be read asks for nothing. */
function glance(give: () => Record<string, unknown>): Record<string, unknown> {
  try {
    return give()
  } catch (error) {
    if (error instanceof Failure) return {}
    throw error
  }
}

function scopesLacking(needed: readonly Scope[], caller: MachineCaller): Scope[] {
  return needed.filter((scope) => !caller.scopes.has(scope))
}

async function readAccount(sql: Sql, caller: Caller): Promise<Account> {
  const clientId = caller.kind === 'machine' ? caller.clientId : null
  const found = await findAccount(sql, caller.accountId, clientId)
  if (!found) throw new Failure('missing', 'The account of this token no longer exists.')
  if (found.clientLive) return found.account
  throw new Failure('unauthenticated', 'The client of this token has been revoked.', {
    code: 'token_invalid',
  })
}

function refusePaused(operation: { evenPaused?: true }, account: Account): void {
  if (!account.paused || operation.evenPaused) return
  throw new Failure('paused', 'The account is paused. Ask whoever runs this service to resume it.')
}

/** The database may run the work again after a conflict; the request still counts once. */
function countOnce(settings: GateSettings, caller: Caller, request: RequestFacts) {
  let taken: { allowance: Allowance | undefined } | undefined
  return (): Allowance | undefined => {
    if (taken) return taken.allowance
    const allowance = settings.takeAllowance(caller)
    taken = { allowance }
    if (allowance) request.told?.(allowance)
    return allowance
  }
}

function refuseTooMany(allowance: Allowance | undefined): void {
  if (allowance && !allowance.isWithin) throw tooMany(allowance)
}

/**
 * The turn that a request with a key waits for. A key belongs to the client that sent it; people behind a link
 * have none. Nobody waits who is refused anyway, and whoever waits has been counted, so that waiting is not free.
 */
function turnOf(
  operation: Operation,
  caller: Caller,
  request: RequestFacts,
  counted: () => Allowance | undefined,
): string | undefined {
  if (caller.kind !== 'machine' || request.idempotencyKey === undefined) return undefined
  const key = parseKey(request.idempotencyKey)
  if (key === undefined || scopesLacking(scopesNeeded(operation), caller).length > 0) return undefined
  if (counted()?.isWithin === false) return undefined
  return `${caller.accountId}:${caller.clientId}:${key}`
}

function idempotent(
  operation: Operation,
  context: Context,
  given: Record<string, unknown>,
  request: RequestFacts,
  run: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const { caller, sql, site } = context
  if (request.idempotencyKey === undefined || caller.kind !== 'machine') return run()
  const place = {
    accountId: caller.accountId,
    clientId: caller.clientId,
    key: readKey(request.idempotencyKey),
    fingerprint: fingerprintOf(operation.name, caller.scopes, given, site.secretKey),
    now: context.now(),
    secretKey: site.secretKey,
  }
  return once(sql, place, run, (result) => describedProfile(operation, given, result))
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
