import { type AppGrant, dashboardClientId, type RevokeReason } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import { findSessionMarks, isSessionOpen } from './store.ts'

// A session of a browser opens the dashboard as often as its tokens are lost: a grant each time, and one sign-in. So
// grants of the dashboard carry a mark of the session, and the audit says when its first one came and its last one went.

/**
 * For what reason each of these grants ended. A dashboard that is opened anew gives back what it held before (RFC
 * 7009): nobody has signed out of a session that goes on. Of several grants of one session that end at once, one says
 * so.
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
    const isSaid =
      mark !== undefined &&
      (recordedMarks.has(mark) || (reason === 'app' && (await isSessionOpen(sql, grant, mark, now))))
    if (mark !== undefined) recordedMarks.add(mark)
    reasons.push({ grant, reason: isSaid ? 'same_session' : reason })
  }
  return reasons
}
