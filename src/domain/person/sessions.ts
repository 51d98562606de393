import type { Sql } from '../../contract/ports.ts'
import {
  endOtherSessions,
  endSessionById,
  listSessions,
  type PersonSession,
} from '../../identity/people/sessions.ts'
import type { PeopleParts } from './parts.ts'

/** The sessions of a person, with the current one marked. */
export function listPersonSessions(
  { database, clock }: PeopleParts,
  { id, secret, onlyAccountId }: { id: string; secret: string; onlyAccountId: string | null },
): Promise<PersonSession[]> {
  const listed = { personId: id, secret, onlyAccountId, now: clock() }
  return database.inSystem((sql) => listSessions(sql, listed), { readOnly: true })
}

/**
 * Ends one session of the person, or all but the current one, with the dashboards opened from them. Returns how many
 * ended.
 */
export async function endPersonSessions(
  parts: PeopleParts,
  { id, secret, onlyAccountId }: { id: string; secret: string; onlyAccountId: string | null },
  { which, requestId }: { which: { sessionId: string } | 'others'; requestId: string },
): Promise<number> {
  const end = (sql: Sql) =>
    which === 'others'
      ? endOtherSessions(sql, { personId: id, secret, onlyAccountId })
      : endSessionById(sql, { personId: id, ...which, onlyAccountId })
  const ended = await parts.database.inSystem(end)
  if (ended > 0) await revokeOrphanedDashboards(parts, id, requestId)
  return ended
}

/** Revokes the person's dashboard grants that no session supports any more. */
export async function revokeOrphanedDashboards(
  parts: PeopleParts,
  id: string,
  requestId: string,
): Promise<void> {
  const now = parts.clock()
  const left = await parts.database.inSystem((sql) => listSessions(sql, { personId: id, secret: '', now }), {
    readOnly: true,
  })
  const marks = left.flatMap(({ dashboardMark }) => dashboardMark ?? [])
  await parts.revokeDashboardOf(id, requestId, marks)
}
