import type { Sql } from '../../contract/ports.ts'

export type Caused = {
  id: string
  requestId: string | null
  /** Ids that the event names. */
  subjects: readonly string[]
  /** Of what the service does later: the invite that it sends. */
  inviteId: string | null
}

/**
 * By event, the present name of the member or the client who caused it: of the audit entry of the same request on the
 * same thing, or who had the invite sent. Those who are gone, and people with a link, have none.
 */
export async function findActorNames(
  sql: Sql,
  accountId: string,
  events: readonly Caused[],
): Promise<Map<string, string>> {
  const subjects = events.flatMap(({ id, requestId, subjects }) =>
    requestId === null ? [] : subjects.map((subject) => ({ id, requestId, subject })),
  )
  const invites = events.filter(({ inviteId }) => inviteId !== null)
  const rows = await sql.rows<{ id: string; name: string }>(
    `select done.id, coalesce(member.name, member.email, client.name) as name
       from (
         select asked.id, entry.actor_id as "actorId" from unnest($2::text[], $3::text[], $4::text[])
             as asked (id, request, subject)
           cross join lateral (
             select actor_id from audit_entry where account_id = $1 and target_id = asked.subject
                and request_id = asked.request and actor_kind in ('member', 'client') limit 1
           ) as entry
         union
         select asked.id, coalesce(invite.member_id, invite.client_id)
           from unnest($5::text[], $6::text[]) as asked (id, invite)
           join invite on invite.account_id = $1 and invite.id = asked.invite
       ) as done
       left join member on member.account_id = $1 and member.id = done."actorId"
       left join machine_client client on client.account_id = $1 and client.client_id = done."actorId"
      where coalesce(member.name, member.email, client.name) is not null`,
    [
      accountId,
      subjects.map(({ id }) => id),
      subjects.map(({ requestId }) => requestId),
      subjects.map(({ subject }) => subject),
      invites.map(({ id }) => id),
      invites.map(({ inviteId }) => inviteId),
    ],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
