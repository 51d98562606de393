import type { Clock, Database } from '../contract/ports.ts'
import { scopesOfRole } from '../contract/scope.ts'
import { findLiveGrant } from '../domain/app/list.ts'
import type { AppParts } from '../domain/app/model.ts'
import { revokeGrants, revokeToken } from '../domain/app/revoke.ts'
import { touchGrant } from '../domain/app/usage.ts'
import type { OAuthStorage } from '../http/oauth/storage.ts'
import {
  findClient,
  putClient,
  recordClientUse,
  removeClient,
} from '../identity/authorization/oauth-clients.ts'
import { consumeRecord, findRecord, putRecord, removeRecord } from '../identity/authorization/records.ts'
import { listMemberships, type MembershipSource } from '../identity/people/memberships.ts'
import { findPersonById } from '../identity/people/people.ts'

export type OAuthStorageParts = {
  database: Database
  clock: Clock
  apps: AppParts
  memberships: MembershipSource
}

/** Stores the records of the OAuth protocol in the database. */
export function createOAuthStorage({ database, clock, apps, memberships }: OAuthStorageParts): OAuthStorage {
  return {
    async putRecord(key, { payload, grantId, expiresInSeconds }) {
      const now = clock()
      const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000)
      await putRecord(database, key, { payload, grantId, now, expiresAt })
    },
    findRecord: (key) => findRecord(database, key, clock()),
    consumeRecord: (key, rules) => consumeRecord(database, key, { ...rules, now: clock() }),
    removeRecord: (key) => removeRecord(database, key),
    findClient: (clientId) => database.inSystem((sql) => findClient(sql, clientId), { readOnly: true }),
    putClient: (client) => database.inSystem((sql) => putClient(sql, client, clock())),
    async removeClient(clientId, requestId) {
      // No new tokens from here on. If the process ends before the next line, the sweep revokes the grants.
      await database.inSystem((sql) => removeClient(sql, clientId))
      await revokeGrants(apps, { clientId }, { reason: 'client_deleted', requestId })
    },
    recordClientUse: (clientId) => database.inSystem((sql) => recordClientUse(sql, clientId, clock())),
    findGrant: (id) => findLiveGrant({ database, clock }, id),
    async revokeGrant(id, reason, requestId) {
      await revokeGrants(apps, { grantId: id }, { reason, requestId })
    },
    revokeToken: (token, requestId) => revokeToken(apps, token, requestId),
    recordGrantUse: (id) => touchGrant({ database, clock }, id),
    hasPerson: (id) =>
      database.inSystem(async (sql) => (await findPersonById(sql, id)) !== undefined, { readOnly: true }),
    isMembershipValid: (grant) =>
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
