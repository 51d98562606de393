import type { Clock, Database } from './contract/ports.ts'
import { scopesOfRole } from './contract/scope.ts'
import { findLiveGrant } from './domain/app/list.ts'
import type { AppParts } from './domain/app/model.ts'
import { revokeGrants, revokeToken } from './domain/app/revoke.ts'
import { touchGrant } from './domain/app/use.ts'
import type { OAuthStorage } from './http/oauth/storage.ts'
import { findClient, noteClientUse, putClient, removeClient } from './identity/authorization/clients.ts'
import { findRecord, putRecord, removeRecord, useRecord } from './identity/authorization/records.ts'
import { listMemberships, type MembershipSource } from './identity/people/memberships.ts'
import { findPersonById } from './identity/people/person.ts'

export type StorageParts = {
  database: Database
  clock: Clock
  apps: AppParts
  memberships: MembershipSource
}

/** What the protocol keeps, in the database of the installation. */
export function openStorage({ database, clock, apps, memberships }: StorageParts): OAuthStorage {
  return {
    async putRecord(key, { payload, grantId, expiresInSeconds }) {
      const now = clock()
      const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000)
      await putRecord(database, key, { payload, grantId, now, expiresAt })
    },
    findRecord: (key) => findRecord(database, key, clock()),
    useRecord: (key, rules) => useRecord(database, key, { ...rules, now: clock() }),
    removeRecord: (key) => removeRecord(database, key),
    findClient: (clientId) => database.inSystem((sql) => findClient(sql, clientId), { readOnly: true }),
    putClient: (client) => database.inSystem((sql) => putClient(sql, client, clock())),
    async removeClient(clientId, requestId) {
      // From here on it is given nothing more. If the service ends before the next line, the sweep ends its grants.
      await database.inSystem((sql) => removeClient(sql, clientId))
      await revokeGrants(apps, { clientId }, { reason: 'client_deleted', requestId })
    },
    noteClientUse: (clientId) => database.inSystem((sql) => noteClientUse(sql, clientId, clock())),
    findGrant: (id) => findLiveGrant({ database, clock }, id),
    async revokeGrant(id, reason, requestId) {
      await revokeGrants(apps, { grantId: id }, { reason, requestId })
    },
    revokeToken: (token, requestId) => revokeToken(apps, token, requestId),
    noteGrantUse: (id) => touchGrant({ database, clock }, id),
    hasPerson: (id) =>
      database.inSystem(async (sql) => (await findPersonById(sql, id)) !== undefined, { readOnly: true }),
    membershipStands: (grant) =>
      database.inSystem(
        async (sql) => {
          const person = await findPersonById(sql, grant.personId)
          const all = person ? await listMemberships(sql, memberships, person.email) : []
          const found = all.find(
            ({ accountId, region, memberId }) =>
              accountId === grant.accountId && region === grant.region && memberId === grant.memberId,
          )
          if (!found?.isAccepted) return false
          if (found.requirePasskey && !grant.byPasskey) return false
          const allowed = scopesOfRole(found.role)
          return grant.scopes.every((scope) => allowed.includes(scope))
        },
        { readOnly: true },
      ),
  }
}
