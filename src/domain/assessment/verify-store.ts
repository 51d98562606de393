import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { Quality } from '../../scoring/quality.ts'
import type { ResultRow } from '../profile/attempt-summary.ts'

/** All inputs and outputs of one person's results. */
export type StoredPerson = {
  profileId: string
  /** The current attempt of the profile. */
  attempt: number
  /** The document of the profile, as JSON. */
  doc: string
  heads: readonly { attempt: number; quality: StoredQuality | null }[]
  sittings: readonly StoredSitting[]
  /** Oldest first. */
  results: readonly (ResultRow & { attempt: number; formHash: string })[]
  answers: readonly (readonly [attempt: number, assessment: AssessmentId, item: number, value: unknown])[]
}

/** Results of the first version of the rules were stored without a version. */
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
 * The people of an account after this id, in id order, with all their attempts. A single statement, so that each
 * person's data is consistent while the service keeps writing.
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
