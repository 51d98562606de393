import { dashboardClientId } from '../../contract/authorization.ts'
import type { GrantParts } from './model.ts'
import { revokeGrants } from './revoke.ts'
import { findSessionMarks, selectGrants } from './store.ts'

/** Revokes a person's dashboard grants, except those opened by sessions with these marks. */
export async function revokeDashboardGrants(
  parts: GrantParts,
  { personId, keptMarks }: { personId: string; keptMarks: readonly string[] },
  requestId: string,
): Promise<void> {
  const selection = { personId, clientId: dashboardClientId }
  const revocation = { reason: 'person', requestId } as const
  if (keptMarks.length === 0) {
    await revokeGrants(parts, selection, revocation)
    return
  }
  const toRevoke = await parts.database.inSystem(
    async (sql) => {
      const grants = await selectGrants(sql, selection, parts.clock())
      const marks = await findSessionMarks(
        sql,
        grants.map(({ id }) => id),
      )
      return grants.filter(({ id }) => !keptMarks.includes(marks.get(id) ?? ''))
    },
    { readOnly: true },
  )
  for (const { id } of toRevoke) await revokeGrants(parts, { grantId: id }, revocation)
}
