import { parseTraceparent } from '../traceparent.ts'
import type { Toolbox } from './tools.ts'

/** Looks at messages before the library reads them; whatever is no message is none of its business. */

/** Whether any of what was sent wants to hear how work goes on, and calls for work that takes long. */
export function wantsProgress(body: unknown, toolbox: Toolbox): boolean {
  return [body].flat().some((message) => {
    const { method, params } = partsOf(message)
    if (method !== 'tools/call' || typeof params.name !== 'string') return false
    const takesLong = toolbox.byName.get(params.name)?.operation.takesLong === true
    return takesLong && metaOf(params).progressToken !== undefined
  })
}

/** The trace that a message belongs to: where it says so itself, its header need not. */
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
