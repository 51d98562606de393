import type { Caller } from '../contract/caller.ts'
import type { Operation } from '../contract/operation.ts'

/**
 * Which share of the database connections a request counts against. Reads of pages or of many people are heavy; this is
 * derived from the input, so that no new list can be forgotten. Guests and visitors are unproven: anyone can make up
 * links of any account and request logos.
 */
export function connectionShareOf(
  { effect, input }: Pick<Operation, 'effect' | 'input'>,
  { kind }: Caller,
): { heavy: boolean; unproven: boolean } {
  const readsMany = ['limit', 'search', 'profileIds', 'interval', 'days'].some(
    (field) => field in input.shape,
  )
  return { heavy: effect === 'reads' && readsMany, unproven: isUnproven(kind) }
}

export function isUnproven(kind: Caller['kind']): boolean {
  return kind === 'guest' || kind === 'visitor'
}
