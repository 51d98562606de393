import type { Sql } from '../../contract/ports.ts'
import type { Debrief, DebriefRating } from './model.ts'
import type { WrittenDebrief } from './text.ts'

type Key = { accountId: string; profileId: string }

/** A stored debrief. Whether it is stale depends on the person's current results. */
export type StoredDebrief = Omit<Debrief, 'stale'>

const debriefColumns = `debrief.id, debrief.profile_id as "profileId", debrief.content, debrief.sections, debrief.locale,
  json_strip_nulls(json_build_object('kind', generator_kind, 'name', generator_name, 'version', generator_version,
    'reason', generator_reason)) as generator,
  results_hash as "resultsHash",
  (select json_build_object('up', count(*) filter (where rating = 1), 'down', count(*) filter (where rating = -1))
     from debrief_rating
    where debrief_rating.account_id = debrief.account_id and debrief_id = debrief.id) as ratings,
  debrief.created_at as "createdAt", debrief.updated_at as "updatedAt"`

/** The debriefs of a profile, one per language, newest first. */
export async function listDebriefs(sql: Sql, { accountId, profileId }: Key): Promise<StoredDebrief[]> {
  return sql.rows(
    `select ${debriefColumns} from debrief where account_id = $1 and profile_id = $2 order by created_at desc, id desc`,
    [accountId, profileId],
  )
}

export async function hasDebriefs(sql: Sql, { accountId, profileId }: Key): Promise<boolean> {
  const text = 'select 1 from debrief where account_id = $1 and profile_id = $2 limit 1'
  return (await sql.row(text, [accountId, profileId])) !== undefined
}

/** The profile that a debrief is about. */
export async function findDebriefProfileId(
  sql: Sql,
  accountId: string,
  debriefId: string,
): Promise<string | undefined> {
  const row = await sql.row<{ profile_id: string }>(
    'select profile_id from debrief where account_id = $1 and id = $2',
    [accountId, debriefId],
  )
  return row?.profile_id
}

/** Stores a new text and deletes the previous one in its language, with its ratings. */
export async function replaceDebrief(
  sql: Sql,
  { accountId, profileId }: Key,
  id: string,
  written: WrittenDebrief & { resultsHash: string },
  now: Date,
): Promise<void> {
  const { locale, content, sections, generator, resultsHash } = written
  await sql.run('delete from debrief where account_id = $1 and profile_id = $2 and locale = $3', [
    accountId,
    profileId,
    locale,
  ])
  await sql.run(
    `insert into debrief (account_id, id, profile_id, locale, content, sections, generator_kind, generator_name,
        generator_version, generator_reason, results_hash, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
    [
      accountId,
      id,
      profileId,
      locale,
      content,
      JSON.stringify(sections),
      generator.kind,
      generator.name,
      generator.version,
      generator.reason ?? null,
      resultsHash,
      now,
    ],
  )
}

export type RatingInput = { debriefId: string; rater: string; rating: 1 | -1; comments: string | null }

/** Stores a rating in place of the same rater's previous one. False if nothing changed. */
export async function writeRating(
  sql: Sql,
  accountId: string,
  rated: RatingInput,
  now: Date,
): Promise<boolean> {
  const { debriefId, rater, rating, comments } = rated
  const changed = await sql.run(
    `insert into debrief_rating (account_id, debrief_id, rater, rating, comments, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (account_id, debrief_id, rater)
     do update set rating = excluded.rating, comments = excluded.comments, updated_at = excluded.updated_at
       where (debrief_rating.rating, debrief_rating.comments) is distinct from (excluded.rating, excluded.comments)`,
    [accountId, debriefId, rater, rating, comments, now],
  )
  if (changed === 0) return false
  await sql.run('update debrief set updated_at = $3 where account_id = $1 and id = $2', [
    accountId,
    debriefId,
    now,
  ])
  return true
}

export async function readRating(
  sql: Sql,
  accountId: string,
  { debriefId, rater }: Pick<RatingInput, 'debriefId' | 'rater'>,
): Promise<DebriefRating | undefined> {
  return sql.row(
    `select debrief_id as "debriefId", debrief.profile_id as "profileId", rating, comments,
            debrief_rating.created_at as "createdAt", debrief_rating.updated_at as "updatedAt"
       from debrief_rating join debrief on debrief.account_id = debrief_rating.account_id and debrief.id = debrief_id
      where debrief_rating.account_id = $1 and debrief_id = $2 and rater = $3`,
    [accountId, debriefId, rater],
  )
}

/** Whether a profile exists in any account. Reads no account and nothing else of the profile. */
export async function profileExistsAnywhere(sql: Sql, profileId: string): Promise<boolean> {
  return (await sql.row('select id from profile where id = $1', [profileId])) !== undefined
}
