import type { Sql } from '../../contract/ports.ts'
import type { Findings, SenderRow } from './model.ts'
import { recordSenderCheck } from './store.ts'

const hour = 3_600_000
/** Days for which a domain stays proven without its record, and for which one that was never used is looked up. */
const [daysMissing, daysPending] = [7, 14]

/** What a look at the DNS changed: emails come from the address now, or no longer. */
export type SenderChange = 'activated' | 'lost' | undefined

/**
 * Records what was found for a sender that the caller has locked. Emails come from the address from the moment when both
 * required records are there, and until one of them is gone; what no name server answers changes nothing. The domain
 * itself stays proven for a week without its record, as for signing in.
 */
export async function applyFindings(
  sql: Sql,
  accountId: string,
  { row, findings, now }: { row: SenderRow; findings: Findings; now: Date },
): Promise<SenderChange> {
  const [ownership, dkim] = [findings.ownership.state, findings.dkim.state]
  const isComplete = ownership === 'found' && dkim === 'found'
  const isLost = row.activeSince !== null && [ownership, dkim].some(isGone)
  const missingSince = isGone(ownership) ? (row.missingSince ?? now.toISOString()) : null
  const isFree = missingSince !== null && now.getTime() - Date.parse(missingSince) >= daysMissing * 24 * hour
  const checked = {
    now,
    findings,
    missingSince: ownership === 'unanswered' ? row.missingSince : missingSince,
    provenAt: isFree ? null : (row.provenAt ?? (isComplete ? now.toISOString() : null)),
    activeSince: isLost ? null : (row.activeSince ?? (isComplete ? now.toISOString() : null)),
    lostAt: isComplete ? null : isLost ? now.toISOString() : row.lostAt,
  }
  const isWatched = checked.provenAt !== null || checked.activeSince !== null
  const begunAt = Date.parse(checked.lostAt ?? row.createdAt)
  const isWorthIt = isWatched || now.getTime() - begunAt < daysPending * 24 * hour
  const checkAt = isWorthIt ? new Date(now.getTime() + hour) : null
  await recordSenderCheck(sql, accountId, { ...checked, checkAt })
  if (isLost) return 'lost'
  return row.activeSince === null && isComplete ? 'activated' : undefined
}

function isGone(state: Findings['dkim']['state']): boolean {
  return state === 'missing' || state === 'different'
}
