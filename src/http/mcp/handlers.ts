import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { type Scope, scopesNeeded } from '../../contract/scope.ts'
import type { RequestLog } from '../request-log.ts'
import { unexpectedErrorText } from './call.ts'
import type { McpRegistry } from './registry.ts'
import type { McpRequestContext } from './request-context.ts'

/** Server capabilities. Parts that the registry lacks are left out; changes are never announced. */
export function capabilitiesOf(registry: McpRegistry) {
  return pickDefined({
    prompts: registry.prompts && { listChanged: false },
    resources: registry.resources && { listChanged: false },
    completions: registry.complete && {},
    extensions: registry.extensions && { ...registry.extensions },
  })
}

/** Registers the handlers of prompts, resources and completions. Scopes are checked first, as for tools. */
export function registerHandlers(
  server: Server,
  registry: McpRegistry,
  context: McpRequestContext,
  log: RequestLog,
): void {
  const { prompts, resources, complete } = registry
  const guarded = guard(context, log)
  if (prompts) {
    server.setRequestHandler('prompts/list', () => ({ prompts: [...prompts.listed] }))
    server.setRequestHandler('prompts/get', { params: promptParams }, ({ name, arguments: args = {} }) =>
      guarded(async () => {
        await context.authorizeOnly(prompts.scopesOf(name))
        const prompt = await prompts.get(name, args, context)
        if (prompt) return prompt
        throw invalidParams(`Unknown prompt: ${truncatedName(name)}. Call prompts/list to see all prompts.`)
      }),
    )
  }
  if (resources) {
    server.setRequestHandler('resources/list', () => ({ resources: [...resources.listed] }))
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [...resources.templates],
    }))
    server.setRequestHandler('resources/read', { params: resourceParams }, ({ uri }) =>
      guarded(async () => {
        await context.authorizeOnly(resources.scopesOf(uri))
        const contents = await resources.read(uri, context).catch((error: unknown) => {
          if (!(error instanceof Failure) || error.kind !== 'missing') throw error
          throw new ResourceNotFoundError(uri, error.message)
        })
        if (contents?.length) return { contents: [...contents] }
        throw new ResourceNotFoundError(uri)
      }),
    )
  }
  if (complete) {
    server.setRequestHandler('completion/complete', { params: completionParams }, (params) =>
      guarded(async () => {
        const { values, total } = await complete(params, context)
        const shown = values.slice(0, 100)
        return { completion: { values: shown, total, hasMore: shown.length < total } }
      }),
    )
  }
}

/**
 * The minimum that requests must contain. Prompt arguments are validated later, after the scopes. Our own schemas are
 * used because the SDK would report a client's mistake as an internal error.
 */
const promptParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
})
const resourceParams = z.looseObject({ uri: z.string() })
const completionParams = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
    z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
})

/** The scopes that a message needs for its tool, prompt or resource. */
export function scopesOfMessage(
  message: unknown,
  { toolbox }: McpRequestContext,
  registry: McpRegistry,
): readonly Scope[] {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: Record<string, unknown> | null }
  const target = method === 'resources/read' ? params?.uri : params?.name
  if (typeof target !== 'string') return []
  if (method === 'prompts/get') return registry.prompts?.scopesOf(target) ?? []
  if (method === 'resources/read') return registry.resources?.scopesOf(target) ?? []
  const tool = method === 'tools/call' ? toolbox.byName.get(target) : undefined
  return tool ? scopesNeeded(tool.operation) : []
}

export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** A client's text, safe to repeat in an error message. */
export function truncatedName(name: string): string {
  return name.slice(0, 60).toWellFormed()
}

/** Maps failures to protocol errors. Unexpected errors are logged and hidden; the SDK would send their message. */
function guard(context: McpRequestContext, log: RequestLog) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      if (error instanceof Failure) throw invalidParams(error.message)
      log.error({ reqId: context.id, err: error }, 'unexpected error')
      throw new ProtocolError(ProtocolErrorCode.InternalError, unexpectedErrorText(context.id))
    }
  }
}
