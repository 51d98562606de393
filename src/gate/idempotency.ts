import { clientKeyOf, isTokenCaller } from '../contract/caller.ts'
import type { Context, Operation, Result } from '../contract/operation.ts'
import type { RequestMetadata } from '../contract/request.ts'
import { scopesNeeded } from '../contract/scope.ts'
import { canonicalRequest, parseKey, requireKey } from '../domain/idempotency/fingerprint.ts'
import {
  describedProfileId,
  type IdempotentRequest,
  runIdempotently,
} from '../domain/idempotency/idempotent-run.ts'
import { secretKeyOf } from '../identity/former-keys.ts'
import { missingScopes } from './access-checks.ts'
import type { AccessRequest } from './access-request.ts'
import { countProgramRequest } from './rate-limit.ts'

/**
 * The mutex on which requests with the same idempotency key wait for each other. A request that will be refused anyway
 * doesn't wait, and one that waits has been counted, so that waiting is not free.
 */
export async function mutexKeyOf(
  operation: Operation,
  { caller, limits, spendOnce }: Pick<AccessRequest, 'caller' | 'limits' | 'spendOnce'>,
  request: RequestMetadata,
): Promise<string | undefined> {
  if (!isTokenCaller(caller) || request.idempotencyKey === undefined) return undefined
  const key = parseKey(request.idempotencyKey)
  if (key === undefined || missingScopes(scopesNeeded(operation), caller).length > 0) return undefined
  const allowance = await spendOnce(() => countProgramRequest(limits, caller))
  if (allowance?.isWithin === false) return undefined
  return `${caller.accountId}:${clientKeyOf(caller)}:${key}`
}

/** Runs the work, or replays the stored response to an earlier request with the same key. */
export function runOrReplay(
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

/**
 * Undefined for requests without a key, for people behind links, who have none, and for coaches: a stored response would
 * show people who have left their teams, and what coaches may call can be repeated.
 */
export function idempotentRequestOf(
  operation: Operation,
  { caller, sees, installation, now }: Pick<Context, 'caller' | 'sees' | 'installation' | 'now'>,
  rawInput: Record<string, unknown>,
  request: RequestMetadata,
): IdempotentRequest | undefined {
  if (request.idempotencyKey === undefined || !isTokenCaller(caller) || sees === 'teams') return undefined
  return {
    accountId: caller.accountId,
    clientId: clientKeyOf(caller),
    key: requireKey(request.idempotencyKey),
    canonicalRequest: canonicalRequest(operation.name, caller.scopes, rawInput),
    now: now(),
    secretKey: secretKeyOf(installation, caller.accountId),
  }
}
