import type { Sql } from '../../contract/ports.ts'
import { closeInCampaigns } from '../campaign-progress/store.ts'
import { askAboutWaiting } from '../campaign-progress/waiting-store.ts'
import { endShared } from '../profile/shared-store.ts'
import { revokeInvitesTo } from './revoke-store.ts'
import type { InviteRow } from './store.ts'

type PersonKey = { accountId: string; profileId: string }

/**
 * Someone who opened this invite is not the person: revokes all invites to the address, and lets nothing be sent there for
 * this person until someone confirms the address. That links were opened there, or that an invite was asked for before,
 * counts no longer, and what was shown to others from a session ends, because it may not have been the person's.
 */
export async function recordWrongPerson(
  sql: Sql,
  accountId: string,
  invite: Pick<InviteRow, 'id' | 'profile_id' | 'recipient'>,
  now: Date,
): Promise<void> {
  const { id, profile_id: profileId, recipient } = invite
  await revokeInvitesTo(sql, accountId, { profileId, recipient }, now)
  await sql.run(
    `insert into wrong_person (account_id, invite_id, profile_id, reported_at) values ($1, $2, $3, $4)
     on conflict (account_id, invite_id) do nothing`,
    [accountId, id, profileId, now],
  )
  const person = { accountId, profileId }
  await endShared(sql, { ...person, now })
  await closeInCampaigns(sql, person, recipient)
  await askAboutWaiting(sql, person)
}

/** How many have said this since then of people whom the account never invited: those came from share links. */
export async function countReportsOfShareLinks(sql: Sql, accountId: string, since: Date): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from wrong_person report
      where report.account_id = $1 and report.reported_at > $2
        and not exists (select from invite own where own.account_id = $1 and own.profile_id = report.profile_id
          and own.origin = 'account')`,
    [accountId, since],
  )
  return row?.count ?? 0
}

/** Of these people and addresses, those at which someone else reads. */
export function listWrongAddresses(
  sql: Sql,
  accountId: string,
  people: readonly { profileId: string; to: string }[],
): Promise<{ profileId: string; to: string }[]> {
  return sql.rows(
    `select distinct asked.profile_id as "profileId", asked.recipient as to
       from unnest($2::text[], $3::text[]) as asked (profile_id, recipient)
       join wrong_person report on report.account_id = $1 and report.profile_id = asked.profile_id
         and report.settled_at is null
       join invite told on told.account_id = $1 and told.id = report.invite_id and told.recipient = asked.recipient`,
    [accountId, people.map(({ profileId }) => profileId), people.map(({ to }) => to)],
  )
}

/** Someone of the account has confirmed that the address is the person's. */
export async function settleWrongPerson(
  sql: Sql,
  { accountId, profileId }: PersonKey,
  to: string,
  now: Date,
): Promise<void> {
  await sql.run(
    `update wrong_person report set settled_at = $4 from invite told
      where report.account_id = $1 and report.profile_id = $2 and report.settled_at is null
        and told.account_id = $1 and told.id = report.invite_id and told.recipient = $3`,
    [accountId, profileId, to, now],
  )
}
