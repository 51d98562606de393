import type { Sql } from '../../contract/ports.ts'
import { type Counted, openTally, takeBack } from '../message/tally.ts'
import type { PeopleParts } from './parts.ts'

type CountedCode = { email: string; isKnown: boolean }

/** Counts one code over all processes and restarts; false when the address has had its share of this day. */
export async function countCode(sql: Sql, parts: PeopleParts, code: CountedCode): Promise<boolean> {
  const counted = countedBy(code)
  const tally = await openTally(sql, counted, { now: parts.clock(), secretKey: parts.secretKey })
  const full = tally.take(counted)
  await tally.settle()
  return full === undefined
}

/** A code that was right counts for nothing: whoever asked for it reads that mailbox, and only strangers fill one. */
export function uncountCode(sql: Sql, parts: PeopleParts, code: CountedCode): Promise<void> {
  return takeBack(sql, countedBy(code), { now: parts.clock(), secretKey: parts.secretKey })
}

function countedBy({ email, isKnown }: CountedCode): readonly Counted[] {
  const every = { kind: 'sign-in', name: email } as const
  return isKnown ? [every] : [every, { kind: 'sign-in-elsewhere', name: email }]
}
