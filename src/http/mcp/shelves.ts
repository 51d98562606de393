import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Scope, scopesNeeded } from '../../contract/scope.ts'
import type { RequestLog } from '../requestLog.ts'
import { unexpected } from './call.ts'
import type { Library } from './library.ts'
import type { Visit } from './visit.ts'

/** What is promised of the library: a part that is empty is not mentioned, and nothing is ever announced. */
export function capabilitiesOf(library: Library) {
  return {
    ...(library.prompts ? { prompts: { listChanged: false } } : {}),
    ...(library.resources ? { resources: { listChanged: false } } : {}),
    ...(library.complete ? { completions: {} } : {}),
    ...(library.extensions ? { extensions: { ...library.extensions } } : {}),
  }
}

/** Lets a server hand out what is on the shelves. Scopes come before everything else, as they do for tools. */
export function openShelves(server: Server, library: Library, visit: Visit, log: RequestLog): void {
  const { prompts, resources, complete } = library
  const guarded = guard(visit, log)
  if (prompts) {
    server.setRequestHandler('prompts/list', () => ({ prompts: [...prompts.listed] }))
    server.setRequestHandler('prompts/get', { params: promptAsked }, ({ name, arguments: given = {} }) =>
      guarded(async () => {
        await visit.enter(prompts.scopesOf(name))
        const answer = await prompts.get(name, given, visit)
        if (answer) return answer
        throw invalidParams(`Unknown prompt: ${shortened(name)}. Call prompts/list for what there is.`)
      }),
    )
  }
  if (resources) {
    server.setRequestHandler('resources/list', () => ({ resources: [...resources.listed] }))
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [...resources.templates],
    }))
    server.setRequestHandler('resources/read', { params: resourceAsked }, ({ uri }) =>
      guarded(async () => {
        await visit.enter(resources.scopesOf(uri))
        const contents = await resources.read(uri, visit).catch((error: unknown) => {
          if (!(error instanceof Failure) || error.kind !== 'missing') throw error
          throw new ResourceNotFoundError(uri, error.message)
        })
        if (contents?.length) return { contents: [...contents] }
        throw new ResourceNotFoundError(uri)
      }),
    )
  }
  if (complete) {
    server.setRequestHandler('completion/complete', { params: completionAsked }, (params) =>
      guarded(async () => {
        const { values, total } = await complete(params, visit)
        const shown = values.slice(0, 100)
        return { completion: { values: shown, total, hasMore: shown.length < total } }
      }),
    )
  }
}

/**
 * What requests must hold to be understood. What prompts are given is looked at later, after the scopes; and the
 * protocol library would call a mistake of the client its own.
 */
const promptAsked = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
})
const resourceAsked = z.looseObject({ uri: z.string() })
const completionAsked = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
    z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
})

/** What a message needs before any part of it is done: of a tool, a prompt or a resource. */
export function scopesOfMessage(message: unknown, { toolbox }: Visit, library: Library): readonly Scope[] {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: Record<string, unknown> | null }
  const wanted = method === 'resources/read' ? params?.uri : params?.name
  if (typeof wanted !== 'string') return []
  if (method === 'prompts/get') return library.prompts?.scopesOf(wanted) ?? []
  if (method === 'resources/read') return library.resources?.scopesOf(wanted) ?? []
  const tool = method === 'tools/call' ? toolbox.byName.get(wanted) : undefined
  return tool ? scopesNeeded(tool.operation) : []
}

export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** A name as a client sent it, fit to be said back. */
export function shortened(name: string): string {
  return name.slice(0, 60).toWellFormed()
}

/** Says refusals in the protocol's words, and of what nobody foresaw no word at all: the library would tell it. */
function guard(visit: Visit, log: RequestLog) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      if (error instanceof Failure) throw invalidParams(error.message)
      log.error({ reqId: visit.id, err: error }, 'unexpected error')
      throw new ProtocolError(ProtocolErrorCode.InternalError, unexpected(visit.id))
    }
  }
}
