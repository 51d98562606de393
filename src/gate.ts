import type { z } from 'zod'
import type { Caller } from './contract/caller.ts'
import { Failure } from './contract/failure.ts'
import { readInput } from './contract/input.ts'
import type { Account, Operation, Result, Site } from './contract/operation.ts'
import type { Clock, Database, Sql } from './contract/ports.ts'
import { type Scope, scopesNeeded } from './contract/scope.ts'
import { refuseUnpaidWork } from './domain/account/billing.ts'
import { findAccount } from './domain/account/store.ts'

export type GateSettings = {
  database: Database
  clock: Clock
  newId: () => string
  site: Site
  /** Takes one request out of the caller's allowance, or throws a `limited` failure. */
  takeAllowance: (caller: Caller) => void
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
) => Promise<Result<z.output<O>>>

/**
 * The one path from a caller and an input to a result, and the only place that calls `run`. The stations
 * stand in the order of the specification's errors: home region, a client that is still allowed, scope, paused,
 * rate, input, billing, run.
 */
export function createGate(settings: GateSettings): Gate {
  return async (operation, caller, input) => {
    refuseOtherRegion(caller, settings.site)
    // The database may run the work again after a conflict; the request still counts once.
    let isCounted = false
    const work = async (sql: Sql) => {
      const account = await readAccount(sql, caller)
      refuseMissingScope(operation, caller)
      refusePaused(operation, account)
      if (!isCounted) settings.takeAllowance(caller)
      isCounted = true
      const read = readInput(operation.input, typeof input === 'function' ? input() : input)
      if (operation.billed) refuseUnpaidWork(account, settings.site.trial, settings.clock())
      const { clock, newId, site } = settings
      return operation.run({ sql, caller, account, now: clock, newId, site }, read)
    }
    const readOnly = operation.effect === 'reads'
    const result = await settings.database
      .inAccount(caller.accountId, work, { readOnly })
      .catch((error: unknown) => {
        throw isCrossing(error)
          ? new Failure('conflict', 'Somebody changed the same thing at the same moment. Try again.', {
              cause: error,
            })
          : error
      })
    if (!readOnly) settings.committed()
    if (settings.checkOutputs) checkShape(operation, result.resource)
    return result
  }
}

/**
 * Two writers met, and the other one was first: it took what is unique (SQLSTATE 23505), or removed what this
 * one refers to (23503).
 */
function isCrossing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23505' || error.code === '23503')
}

function refuseOtherRegion(caller: Caller, site: Site): void {
  if (caller.region === site.region) return
  throw new Failure('elsewhere', 'The account lives in another region. Send the request to that region.', {
    details: { region: caller.region },
  })
}

function refuseMissingScope(operation: Operation, caller: Caller): void {
  const kindNeeded = 'access' in operation && operation.access !== 'anyToken' ? operation.access : 'machine'
  if (kindNeeded !== caller.kind) {
    throw new Failure('forbidden', 'An invite link opens the assessment, and nothing else opens it.')
  }
  if (caller.kind !== 'machine') return
  const needed = scopesNeeded(operation)
  const lacking = needed.filter((scope: Scope) => !caller.scopes.has(scope))
  if (lacking.length === 0) return
  throw new Failure('scopeMissing', `The token lacks the scope ${lacking.join(' and ')}.`, {
    details: { scopes: needed },
  })
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

function refusePaused(operation: Operation, account: Account): void {
  if (!account.paused || operation.evenPaused) return
  throw new Failure('paused', 'The account is paused. Resume it to go on.')
}

function checkShape(operation: Operation, resource: unknown): void {
  const text = typeof resource === 'object' && resource !== null && 'readyJson' in resource
  const value = text ? JSON.parse(String(resource.readyJson)) : JSON.parse(JSON.stringify(resource ?? null))
  const parsed = operation.output.safeParse(value)
  if (!parsed.success) {
    throw new Error(`${operation.name} answered outside its schema: ${parsed.error.message}`)
  }
}
