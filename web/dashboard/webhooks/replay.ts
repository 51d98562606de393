import type { Webhook } from '../client/types.ts'

/** The types of an endpoint as a replay takes them, which is up to 50; beyond that, all types. */
export function replayTypes(types: Webhook['types']): { types?: string[] } {
  return types && types.length <= 50 ? { types } : {}
}
