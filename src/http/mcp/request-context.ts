import { type Caller, isTokenCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import type { Operation, Result } from '../../contract/operation.ts'
import type { RequestMetadata } from '../../contract/request.ts'
import type { Scope } from '../../contract/scope.ts'
import type { Authorize, Gate } from '../../gate/gate.ts'
import { isCompressible } from '../compression.ts'
import type { Toolbox } from './tools.ts'

/** What handlers need of one HTTP request: its id, its tools, and calls through the gate as its caller. */
export type McpRequestContext = {
  /** The request id, as in the log. */
  id: string
  /** The tools that this request may see and call. */
  toolbox: Toolbox
  /** Whether the client accepts an event stream. */
  acceptsStreams: boolean
  /** Extends the socket timeout until the response. */
  keepConnectionOpen: () => void
  callOperation: (
    operation: Operation,
    args: Record<string, unknown>,
    onProgress?: RequestMetadata['onProgress'],
  ) => Promise<Result<unknown>>
  /** Runs the gate's authorization checks with these scopes, without an operation. */
  authorizeOnly: (needed: readonly Scope[]) => Promise<void>
  /** Whether the token has this scope. A hint that saves useless calls; the gate decides. */
  hasScope: (scope: Scope) => boolean
  /**
   * Authorizes all calls of a batch before the first one runs: none may run if another is refused.
   */
  authorizeBatch: (needed: readonly Scope[]) => Promise<void>
  /** Whether the answers of all operations called so far may be compressed. */
  isCompressible: () => boolean
  /** Throws the failure of the whole request, if any. Authorizes requests that called no operation. */
  finalize: () => Promise<void>
}

/** What a request of MCP may call. */
export type McpDoors = {
  gate: Gate
  authorize: Authorize
  /** Throws if this tool works for many people and the disk is short of space. */
  refuseAtLowStorage: (tool: string) => void
}

export function createMcpRequestContext(
  { gate, authorize, refuseAtLowStorage }: McpDoors,
  caller: Caller,
  metadata: RequestMetadata,
  options: Pick<McpRequestContext, 'toolbox' | 'acceptsStreams' | 'keepConnectionOpen'>,
): McpRequestContext {
  let gateWasCalled = false
  let isBatch = false
  let calledOnlyCompressible = true
  let refusal: Failure | undefined
  const throughGate = async <T>(call: () => Promise<T>): Promise<T> => {
    gateWasCalled = true
    try {
      return await call()
    } catch (error) {
      if (!isBatch && refusesRequest(error)) refusal = error
      throw error
    }
  }
  const authorizeOnly = (needed: readonly Scope[]) =>
    throughGate(() => authorize(caller, { scope: needed, coaches: 'theirTeams' }, metadata))
  return {
    ...options,
    id: metadata.id,
    callOperation: async (operation, args, onProgress) => {
      refuseAtLowStorage(operation.name)
      calledOnlyCompressible &&= isCompressible(operation)
      return throughGate(() =>
        gate(operation, caller, args, onProgress ? { ...metadata, onProgress } : metadata),
      )
    },
    isCompressible: () => calledOnlyCompressible,
    authorizeOnly,
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

/**
 * Whether a failure becomes the HTTP status of the response. Clients react to 401 with a new token and to 403 with a
 * request for more scopes. Failures about data are results for the model.
 */
function refusesRequest(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false
  if (error.kind === 'limited') return error.code === 'rate_limited'
  if (error.kind === 'unavailable') return error.code === 'unavailable'
  return ['unauthenticated', 'wrongRegion', 'scopeMissing', 'paused'].includes(error.kind)
}
