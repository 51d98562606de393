import type { Caller } from '../contract/caller.ts'
import { readInput } from '../contract/input.ts'
import type { Account, Operation, Sees } from '../contract/operation.ts'
import type { Sql } from '../contract/ports.ts'
import type { RequestMetadata } from '../contract/request.ts'
import { type AuthorizationSettings, startAuthorization } from './authorize.ts'
import type { SpendOnce } from './rate-limit.ts'

/** A request behind the gate. */
export type RequestParts = {
  operation: Operation
  caller: Caller
  input: RawInput
  request: RequestMetadata
  spendOnce: SpendOnce
}

/** Raw input, or a function that returns it, so that transports can parse lazily. */
export type RawInput = Record<string, unknown> | (() => Record<string, unknown>)

export function rawInputOf(input: RawInput): Record<string, unknown> {
  return typeof input === 'function' ? input() : input
}

/** What the authorized request of an operation has: its account, and the input before and after parsing. */
export type AuthorizedInput = {
  account: Account
  sees: Sees
  rawInput: Record<string, unknown>
  parsedInput: Record<string, unknown>
}

/** Runs the checks before the transaction; returns those of the transaction, after which the input is parsed. */
export function startAuthorizedInput(
  settings: AuthorizationSettings,
  { operation, caller, input, spendOnce }: Omit<RequestParts, 'request'>,
): (sql: Sql) => Promise<AuthorizedInput> {
  const getRawInput = () => rawInputOf(input)
  const authorizeIn = startAuthorization(settings, { caller, access: operation, getRawInput }, spendOnce)
  return async (sql) => {
    const { account, sees } = await authorizeIn(sql)
    const rawInput = getRawInput()
    return { account, sees, rawInput, parsedInput: readInput(operation.input, rawInput) }
  }
}
