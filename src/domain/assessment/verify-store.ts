import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { Quality } from '../../scoring/quality.ts'
import type { ResultRow } from '../profile/attempt-summary.ts'

/** Everything of one person that a result was made from, and everything that was made of it. */
export type StoredPerson = {
  profileId: string
  /** The attempt that the profile shows. */
  attempt: number
  /** The ready document of the profile, as JSON. */
  doc: string
  heads: readonly { attempt: number; quality: StoredQuality | null }[]
  sittings: readonly StoredSitting[]
  /** The oldest first. */
  results: readonly (ResultRow & { attempt: number; formHash: string })[]
  answers: readonly (readonly [attempt: number, assessment: AssessmentId, item: number, value: unknown])[]
}

/** Outcomes of the first rules were stored without a version. */
export type StoredQuality = Omit<Quality, 'version'> & { version?: string }

type StoredSitting = {
  attempt: number
  assessment: AssessmentId
  form: string
  formHash: string
  carriedFrom: number | null
  isCompleted: boolean
  activeSeconds: number
}

/**
 * The people of an account after this id, in the order of their ids, with all of their attempts. One statement reads
 * everything, so that all of a person is of one moment while the service goes on writing.
 */
export async function readStoredPeople(
  sql: Sql,
  accountId: string,
  after: string,
  limit: number,
): Promise<StoredPerson[]> {
  return sql.rows(
    `with person as materialized (
       select id, attempt, quality, doc from profile where account_id = $1 and id > $2 order by id limit $3
     )
     select id as "profileId", attempt, doc,
       (select json_agg(json_build_object('attempt', head.attempt, 'quality', head.quality))
          from (select person.attempt, person.quality
                union all
                select attempt, quality from former_attempt
                 where account_id = $1 and profile_id = person.id) head) as heads,
       (select coalesce(json_agg(json_build_object('attempt', attempt, 'assessment', assessment, 'form', form,
               'formHash', form_hash, 'carriedFrom', carried_from, 'isCompleted', date_completed is not null,
               'activeSeconds', (select coalesce(sum(active_seconds), 0) from stopwatch watch
                  where watch.account_id = $1 and watch.profile_id = person.id
                    and watch.attempt = sitting.attempt and watch.assessment = sitting.assessment))), '[]')
          from sitting where account_id = $1 and profile_id = person.id) as sittings,
       (select coalesce(json_agg(json_build_object('attempt', attempt, 'assessment', assessment, 'form', form,
               'formHash', form_hash, 'version', version, 'norm', norm, 'result', result)
               order by created_at, assessment), '[]')
          from result where account_id = $1 and profile_id = person.id) as results,
       (select coalesce(json_agg(json_build_array(attempt, assessment, item, value)), '[]')
          from answer where account_id = $1 and profile_id = person.id) as answers
     from person order by id`,
    [accountId, after, limit],
  )
}
