import { parseTraceparent } from '../traceparent.ts'
import type { Toolbox } from './tools.ts'

/** Inspects messages before the SDK validates them. Malformed ones are ignored here. */

/** Whether any message has a progress token and calls a slow tool. */
export function wantsProgress(body: unknown, toolbox: Toolbox): boolean {
  return [body].flat().some((message) => {
    const { method, params } = partsOf(message)
    if (method !== 'tools/call' || typeof params.name !== 'string') return false
    const takesLong = toolbox.byName.get(params.name)?.operation.takesLong === true
    return takesLong && metaOf(params).progressToken !== undefined
  })
}

/** The traceparent in a message's `_meta`, which takes precedence over the header. */
export function traceparentOf(body: unknown): string | undefined {
  return parseTraceparent(metaOf(partsOf(body).params).traceparent)
}

function partsOf(message: unknown): { method: unknown; params: Record<string, unknown> } {
  const { method, params } = asObject(message)
  return { method, params: asObject(params) }
}

function metaOf(params: Record<string, unknown>): Record<string, unknown> {
  return asObject(params._meta)
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
