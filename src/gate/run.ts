import { type Caller, canReadProfiles, isTokenCaller } from '../contract/caller.ts'
import type { EventCause } from '../contract/event-types.ts'
import { type Context, isReadyJson, type Operation, parseReady, type Result } from '../contract/operation.ts'
import type { RequestMetadata } from '../contract/request.ts'
import { refuseUnpaidWork } from '../domain/account/billing.ts'
import { actorOf, recordChanges } from '../domain/audit/record.ts'
import { setEventOrigin } from '../domain/event/record.ts'
import { refuseBeyondQuotas } from './quotas.ts'

/**
 * Runs an operation, and records its changes in the audit log and its events, in one transaction. Returns the result as the caller may
 * see it.
 */
export async function runAudited(
  operation: Operation,
  context: Context,
  input: Record<string, unknown>,
  { request, checkOutputs }: { request: RequestMetadata; checkOutputs: boolean },
): Promise<Result<unknown>> {
  const { account, installation, now, newId, caller, sees, sql } = context
  if (operation.billed) refuseUnpaidWork(account, installation.trial, now())
  await refuseBeyondQuotas(operation, context)
  if (operation.effect === 'reads')
    return redactFor(operation, caller, await operation.run(context, input), input)
  setEventOrigin(sql, {
    accountId: account.id,
    region: installation.region,
    by: causeOf(caller),
    requestId: request.id,
    now,
    newId,
    emits: checkOutputs ? operation.emits : undefined,
  })
  const { changes, ...result } = await operation.run(context, input)
  recordChanges(sql, {
    accountId: account.id,
    actor: actorOf(caller, changes),
    action: operation.name,
    requestId: request.id,
    changes,
    now: now(),
    newId,
    secretKey: installation.secretKey,
    countsToday: isTokenCaller(caller) && sees === 'everyone',
  })
  return redactFor(operation, caller, result, input)
}

function causeOf(caller: Caller): EventCause {
  const { kind, clientId } = actorOf(caller, [])
  return { kind, clientId }
}

function redactFor(
  operation: Operation,
  caller: Caller,
  result: Result<unknown>,
  input: Record<string, unknown>,
): Result<unknown> {
  if (!operation.withoutProfilesRead || canReadProfiles(caller)) return result
  return { ...result, resource: operation.withoutProfilesRead(result, input) }
}

/** Throws if a result differs from the schema that the operation declares. */
export function checkOutput({ name, output }: Operation, resource: unknown): void {
  const parsed = output.safeParse(isReadyJson(resource) ? parseReady(resource) : resource)
  if (!parsed.success) throw new Error(`${name} answered outside its schema: ${parsed.error.message}`)
}
