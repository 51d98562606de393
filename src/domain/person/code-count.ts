import type { Sql } from '../../contract/ports.ts'
import { capCountersFor } from '../message/caps.ts'
import { type Permit, type PermitRefusal, requestPermit } from '../message/permit.ts'
import { decrementTallies } from '../message/tally.ts'
import type { PeopleParts } from './parts.ts'

type CountedCode = { email: string; isTrustedDevice: boolean }

/** Counts one code, across processes and restarts. Refused if the address has reached its daily limit. */
export function permitCode(sql: Sql, parts: PeopleParts, code: CountedCode): Promise<Permit | PermitRefusal> {
  return requestPermit({ sql, accountId: null, now: parts.clock(), installation: parts }, sendingOf(code))
}

/**
 * Uncounts a code that was entered correctly: the requester reads that mailbox, so it wasn't a stranger flooding it.
 */
export async function uncountCode(sql: Sql, parts: PeopleParts, code: CountedCode): Promise<void> {
  const now = parts.clock()
  const counted = capCountersFor(sendingOf(code), { accountId: null, now, isLimited: parts.isLimited })
  if (counted.length > 0) await decrementTallies(sql, counted, { now, secretKey: parts.secretKey })
}

function sendingOf({ email, isTrustedDevice }: CountedCode) {
  return { kind: 'code', channel: 'email', to: email, isTrustedDevice } as const
}
