import { type AppGrant, dashboardClientId, type RevokeReason } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import { findSessionMarks, isSessionOpen } from './store.ts'

// A browser session opens the dashboard whenever its tokens are lost. Each time creates a grant, but it is one
// sign-in. So dashboard grants have a mark of the session, and the audit log records the session's first and last
// grant.

/**
 * The reason for which each of these grants ended. A dashboard that is opened again revokes its previous token (RFC
 * 7009); the session continues, so this is not a sign-out. If several grants of one session end together, only one is
 * recorded as a sign-out.
 */
export async function disconnectReasons(
  sql: Sql,
  ended: readonly AppGrant[],
  reason: RevokeReason,
  now: Date,
): Promise<{ grant: AppGrant; reason: RevokeReason }[]> {
  const signIns = ended.filter(({ clientId }) => clientId === dashboardClientId).map(({ id }) => id)
  const marks = signIns.length === 0 ? new Map<string, string>() : await findSessionMarks(sql, signIns)
  const recordedMarks = new Set<string>()
  const reasons: { grant: AppGrant; reason: RevokeReason }[] = []
  for (const grant of ended) {
    const mark = marks.get(grant.id)
    const isRecorded =
      mark !== undefined &&
      (recordedMarks.has(mark) || (reason === 'app' && (await isSessionOpen(sql, grant, mark, now))))
    if (mark !== undefined) recordedMarks.add(mark)
    reasons.push({ grant, reason: isRecorded ? 'same_session' : reason })
  }
  return reasons
}
