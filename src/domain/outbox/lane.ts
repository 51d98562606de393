import type { Permit } from '../message/permit.ts'

/** Lanes of messages. Each has places of its own among the attempts under way. */
export const lanes = { signIn: 0, single: 1, bulk: 2 } as const

export type Lane = (typeof lanes)[keyof typeof lanes]

/** `isBulk`: one of many that one request or one task sends at once. */
export function laneOf(kind: Permit['kind'], isBulk: boolean): Lane {
  if (kind === 'code' || kind === 'security' || kind === 'resultsCode') return lanes.signIn
  return isBulk ? lanes.bulk : lanes.single
}

/** How many further attempts may start, for each lane and in all. */
export type FreePlaces = { all: number; single: number; bulk: number }

/**
 * Two places are only for codes and security notices, and at most half are for messages sent by the many. What one lane
 * leaves free, an earlier one may use.
 */
export function freePlaces(concurrency: number, underWay: readonly Lane[]): FreePlaces {
  const countOf = (lane: Lane) => underWay.filter((one) => one === lane).length
  const bulk = countOf(lanes.bulk)
  const others = bulk + countOf(lanes.single)
  return {
    all: Math.max(0, concurrency - underWay.length),
    single: Math.max(0, concurrency - 2 - others),
    bulk: Math.max(0, Math.floor(concurrency / 2) - bulk),
  }
}
