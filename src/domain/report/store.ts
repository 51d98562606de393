import type { z } from 'zod'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { listDebriefs } from '../debrief/store.ts'
import type { ExportedAnswer, PersonExport } from './person-export.ts'

/** Reads one person's data from the tables of other folders; writes nothing. */
export type PersonKey = { accountId: string; profileId: string }

type ExportedAttempt = PersonExport['attempts'][number]
type OfAttempt<Row> = Row & { attempt: number }

export async function readExportSittings(
  sql: Sql,
  key: PersonKey,
): Promise<OfAttempt<ExportedAttempt['sittings'][number]>[]> {
  return sql.rows(
    `select attempt, assessment, form, item_order as "itemOrder", wording from sitting
      where account_id = $1 and profile_id = $2 order by attempt desc, assessment`,
    values(key),
  )
}

export async function readExportAnswers(
  sql: Sql,
  key: PersonKey,
): Promise<OfAttempt<z.output<typeof ExportedAnswer> & { assessment: AssessmentId }>[]> {
  return sql.rows(
    `select attempt, assessment, item, value, answered_at as "answeredAt" from answer
      where account_id = $1 and profile_id = $2 order by attempt desc, assessment, item`,
    values(key),
  )
}

/** Includes everything that scoring stored, not only what a profile shows. */
export async function readExportResults(
  sql: Sql,
  key: PersonKey,
): Promise<OfAttempt<ExportedAttempt['results'][number]>[]> {
  return sql.rows(
    `select attempt, assessment, form, version, norm, result, created_at as "createdAt" from result
      where account_id = $1 and profile_id = $2 order by attempt desc, assessment`,
    values(key),
  )
}

export async function readExportAliases(sql: Sql, key: PersonKey): Promise<PersonExport['aliases']> {
  return sql.rows(
    `select id, consumer_key as "consumerKey", created_at as "createdAt", updated_at as "updatedAt"
       from resource_alias
      where account_id = $1 and resource_type = 'profile' and resource_id = $2 order by created_at, id`,
    values(key),
  )
}

/** The saved teams that the person is in, without the notes, which are about the team. */
export async function readExportSavedTeams(sql: Sql, key: PersonKey): Promise<PersonExport['savedTeams']> {
  return sql.rows(
    `select team.id, team.name from saved_team_person person
       join saved_team team on team.account_id = person.account_id and team.id = person.team_id
      where person.account_id = $1 and person.profile_id = $2 order by team.name_key, team.id`,
    values(key),
  )
}

/** Invites without the hash of the link's token. */
export async function readExportInvites(sql: Sql, key: PersonKey): Promise<PersonExport['invites']> {
  return sql.rows(
    `select id, channel, recipient, created_at as "createdAt", expires_at as "expiresAt", sent_at as "sentAt",
            opened_at as "openedAt", failed_at as "failedAt", superseded_at as "supersededAt",
            revoked_at as "revokedAt"
       from invite where account_id = $1 and profile_id = $2 order by created_at desc, id desc`,
    values(key),
  )
}

/** Who has private notes about the person. The text is sealed for its writer. */
export async function readExportNotes(sql: Sql, key: PersonKey): Promise<PersonExport['notes']> {
  return sql.rows(
    `select id, member_id as "memberId", created_at as "createdAt", updated_at as "updatedAt"
       from coaching_note where account_id = $1 and profile_id = $2 order by created_at desc, id desc`,
    values(key),
  )
}

/** Queued and sent messages, without their content. Those of studies are in the person's own download of the study. */
export async function readExportMessages(sql: Sql, key: PersonKey): Promise<PersonExport['messages']> {
  return sql.rows(
    `select outbox.id, case when invite.channel = 'sms' then 'sms' else 'email' end as channel, outbox.state,
            outbox.created_at as "createdAt", outbox.done_at as "doneAt"
       from outbox left join invite on invite.account_id = outbox.account_id and invite.id = outbox.invite_id
      where outbox.account_id = $1 and outbox.profile_id = $2 and outbox.kind is distinct from 'study'
      order by outbox.created_at desc, outbox.id desc`,
    values(key),
  )
}

/** When the person signed in, on any device; without the session's secret. */
export async function readExportSessions(sql: Sql, key: PersonKey): Promise<PersonExport['sessions']> {
  return sql.rows(
    `select created_at as "startedAt", expires_at as "expiresAt" from take_session
      where account_id = $1 and profile_id = $2 order by created_at desc`,
    values(key),
  )
}

/** The debriefs with their ratings, newest first. */
export async function readExportDebriefs(sql: Sql, key: PersonKey): Promise<PersonExport['debriefs']> {
  const [debriefs, ratings] = await Promise.all([
    listDebriefs(sql, key),
    sql.rows<PersonExport['debriefs'][number]['ratings'][number] & { debriefId: string }>(
      `select debrief_id as "debriefId", rater, rating, comments, debrief_rating.created_at as "createdAt",
              debrief_rating.updated_at as "updatedAt"
         from debrief_rating join debrief
           on debrief.account_id = debrief_rating.account_id and debrief.id = debrief_rating.debrief_id
        where debrief.account_id = $1 and debrief.profile_id = $2 order by debrief_rating.created_at, rater`,
      values(key),
    ),
  ])
  return debriefs.map(({ profileId: _, ratings: __, ...debrief }) => ({
    ...debrief,
    ratings: ratings
      .filter((rating) => rating.debriefId === debrief.id)
      .map(({ debriefId: _, ...one }) => one),
  }))
}

/** Links to the person's report that are still stored. Their URLs are not stored. */
export async function readExportReportLinks(sql: Sql, key: PersonKey): Promise<PersonExport['reportLinks']> {
  return sql.rows(
    `select id, made_by as "madeBy", created_at as "createdAt", expires_at as "expiresAt",
            revoked_at as "revokedAt"
       from report_link where account_id = $1 and profile_id = $2 order by created_at desc, id desc`,
    values(key),
  )
}

/** The person's share card, without its address. */
export async function readExportShareCards(sql: Sql, key: PersonKey): Promise<PersonExport['shareCards']> {
  return sql.rows(
    `select id, shows, created_at as "createdAt", expires_at as "expiresAt"
       from share_card where account_id = $1 and profile_id = $2`,
    values(key),
  )
}

/** The links that currently show the person's report. */
export async function readUsableReportLinks(
  sql: Sql,
  key: PersonKey,
  now: Date,
): Promise<Omit<PersonExport['reportLinks'][number], 'revokedAt'>[]> {
  const links = await readExportReportLinks(sql, key)
  return links
    .filter(({ expiresAt, revokedAt }) => revokedAt === null && Date.parse(expiresAt) > now.getTime())
    .map(({ revokedAt: _, ...link }) => link)
}

/** Changes about the person, with who made them, newest first. */
export async function readExportAuditEntries(
  sql: Sql,
  key: PersonKey,
): Promise<PersonExport['auditEntries']> {
  return sql.rows(
    `select id, at, json_build_object('kind', actor_kind, 'id', actor_id, 'clientId', client_id) as actor, action,
            request_id as "requestId", changes
       from audit_entry
      where account_id = $1 and target_type = 'profile' and target_id = $2 order by seq desc`,
    values(key),
  )
}

function values({ accountId, profileId }: PersonKey): [string, string] {
  return [accountId, profileId]
}
