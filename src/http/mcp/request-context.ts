import { z } from 'zod'
import { type Caller, isTokenCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import { type Operation, operation, type Result } from '../../contract/operation.ts'
import type { RequestMetadata } from '../../contract/request.ts'
import type { Scope } from '../../contract/scope.ts'
import type { Gate } from '../../gate.ts'
import type { Toolbox } from './tools.ts'

/** One request's way to the gate. */
export type McpRequestContext = {
  /** The id of the request, by which whoever runs the service finds it in the log. */
  id: string
  /** The tools that this request may see and call. */
  toolbox: Toolbox
  /** Whether the answer may be a stream. */
  acceptsStreams: boolean
  /** Keeps the connection open although nothing moves on it, until the answer. */
  keepConnectionOpen: () => void
  callOperation: (
    operation: Operation,
    args: Record<string, unknown>,
    onProgress?: RequestMetadata['onProgress'],
  ) => Promise<Result<unknown>>
  /** Passes the gate with these scopes and does nothing; for what reads nothing itself, or not at first. */
  authorizeOnly: (needed: readonly Scope[]) => Promise<void>
  /** Whether the token carries this scope. It decides nothing but what is worth asking for. */
  hasScope: (scope: Scope) => boolean
  /**
   * Asks for all that many calls need, before the first of them is made: of calls that are sent together none may be
   * done when another is refused.
   */
  authorizeBatch: (needed: readonly Scope[]) => Promise<void>
  /** Throws what refuses the whole request. The gate is asked about every request, also where nothing was called. */
  finalize: () => Promise<void>
}

export function createMcpRequestContext(
  gate: Gate,
  caller: Caller,
  metadata: RequestMetadata,
  options: Pick<McpRequestContext, 'toolbox' | 'acceptsStreams' | 'keepConnectionOpen'>,
): McpRequestContext {
  let gateWasCalled = false
  let isBatch = false
  let refusal: Failure | undefined
  const callOperation: McpRequestContext['callOperation'] = async (wanted, args, onProgress) => {
    gateWasCalled = true
    try {
      return await gate(wanted, caller, args, onProgress ? { ...metadata, onProgress } : metadata)
    } catch (error) {
      if (!isBatch && refusesRequest(error)) refusal = error
      throw error
    }
  }
  const authorizeOnly = async (needed: readonly Scope[]) => {
    await callOperation(authorizeOnlyOperation(needed), {})
  }
  return {
    ...{ id: metadata.id, ...options },
    callOperation,
    authorizeOnly: authorizeOnly,
    hasScope: (scope) => isTokenCaller(caller) && caller.scopes.has(scope),
    authorizeBatch: async (needed) => {
      await authorizeOnly(needed)
      isBatch = true
    },
    finalize: async () => {
      if (!gateWasCalled) await authorizeOnly([])
      if (refusal) throw refusal
    },
  }
}

/** Does nothing: whoever passes the gate with it still stands, holds these scopes and is not paused. */
function authorizeOnlyOperation(scope: readonly Scope[]): Operation {
  return operation({
    name: 'arrive',
    summary: 'Come in',
    scope,
    reveals: 'nothing',
    issues: 'nothing',
    effect: 'reads',
    input: z.strictObject({}),
    output: z.null(),
    run: async () => ({ resource: null }),
  }) as unknown as Operation
}

/**
 * What is answered with a status of HTTP. Clients get a new token at a 401 and further scopes at a 403; what a tool
 * refuses because of what it found is for the model to read.
 */
function refusesRequest(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false
  if (error.kind === 'limited') return error.code === 'rate_limited'
  if (error.kind === 'unavailable') return error.code === 'unavailable'
  return ['unauthenticated', 'wrongRegion', 'scopeMissing', 'paused'].includes(error.kind)
}
