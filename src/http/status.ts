import type { FailureKind } from '../contract/error-definition.ts'

const statuses: Record<FailureKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  billing: 402,
  scopeMissing: 403,
  paused: 403,
  forbidden: 403,
  missing: 404,
  wrongMethod: 405,
  unacceptable: 406,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  wrongRegion: 421,
  limited: 429,
  unexpected: 500,
  unavailable: 503,
}

/** The HTTP status of a kind of failure. The mapping is defined only here. */
export function statusOf(kind: FailureKind): number {
  return statuses[kind]
}
