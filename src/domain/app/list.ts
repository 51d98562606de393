import type { AppGrant, Membership } from '../../contract/authorization.ts'
import type { Clock, Database } from '../../contract/ports.ts'
import { findGrant, type StoredGrant, selectGrants, selectGrantsOfOthers } from './store.ts'

/** The grant with this id, ended or not; `revokedAt` and `expiresAt` show whether it is still valid. */
export async function getGrant(database: Database, id: string): Promise<StoredGrant | undefined> {
  return database.inSystem((sql) => findGrant(sql, id), { readOnly: true })
}

/** The grant with this id if it is still valid. */
export async function findLiveGrant(
  { database, clock }: { database: Database; clock: Clock },
  id: string,
): Promise<StoredGrant | undefined> {
  const grant = await getGrant(database, id)
  if (!grant || grant.revokedAt !== null) return undefined
  return new Date(grant.expiresAt) > clock() ? grant : undefined
}

export type ConnectedApps = {
  /** Apps that the person connected, newest first. */
  own: AppGrant[]
  /** Apps that other members connected to accounts that the person owns. */
  others: (AppGrant & { email: string })[]
}

/** The apps that a person may see and disconnect. */
export async function listConnectedApps(
  { database, clock }: { database: Database; clock: Clock },
  personId: string,
  memberships: readonly Membership[],
): Promise<ConnectedApps> {
  const owned = memberships.filter(({ role, isAccepted }) => role === 'owner' && isAccepted)
  const now = clock()
  return database.inSystem(
    async (sql) => ({
      own: await selectGrants(sql, { personId }, now),
      others: owned.length === 0 ? [] : await selectGrantsOfOthers(sql, owned, personId, now),
    }),
    { readOnly: true },
  )
}
