import type { Locale } from '../../contract/locale.ts'
import type { Sql } from '../../contract/ports.ts'
import type { CoreAnswer } from '../../scoring/core-screens.ts'
import type { PeerAnswers } from '../../scoring/peer-items.ts'

/** Raw answers of a second occasion, by the number of the item, block or screen. */
export type RetestAnswers = {
  focus?: Record<string, number>
  disc?: Record<string, { most: string; least: string }>
  core?: Record<string, CoreAnswer>
}

export type Participant = {
  id: string
  studyId: string
  profileId: string
  email: string
  locale: Locale
  requestedAt: string
  agreedAt: string | null
  consentVersion: string | null
  consentWords: string | null
  attempt: number
  retestDueAt: string | null
  retestClosesAt: string | null
  retestSentAt: string | null
  retestAnswers: RetestAnswers
  retestCompletedAt: string | null
  /** Since when the study may use values that the account uploads about the person. */
  criteriaAgreedAt: string | null
  criteriaWords: string | null
}

const columns = `id, study_id as "studyId", profile_id as "profileId", email, locale,
  requested_at as "requestedAt", agreed_at as "agreedAt", consent_version as "consentVersion",
  consent_words as "consentWords", attempt, retest_due_at as "retestDueAt",
  retest_closes_at as "retestClosesAt", retest_sent_at as "retestSentAt", retest_answers as "retestAnswers",
  retest_completed_at as "retestCompletedAt", criteria_agreed_at as "criteriaAgreedAt",
  criteria_words as "criteriaWords"`

/** Who has this link. With `lock`, nobody else changes it until the transaction has ended. */
export function findParticipant(
  sql: Sql,
  accountId: string,
  tokenHash: Buffer,
  lock = false,
): Promise<Participant | undefined> {
  return sql.row(
    `select ${columns} from study_participant where account_id = $1 and token_hash = $2 ${lock ? 'for update' : ''}`,
    [accountId, tokenHash],
  )
}

export type NewRequest = Pick<
  Participant,
  'id' | 'studyId' | 'profileId' | 'email' | 'locale' | 'attempt'
> & {
  accountId: string
  tokenHash: Buffer
  now: Date
}

/**
 * Stores a request, or gives an earlier one to the same address a new link, so that the former link no longer works. An
 * agreement stays as it is.
 */
export async function writeRequest(sql: Sql, request: NewRequest): Promise<void> {
  const { accountId, id, studyId, profileId, email, locale, attempt, tokenHash, now } = request
  const renewed = await sql.run(
    `update study_participant set token_hash = $5
      where account_id = $1 and study_id = $2 and profile_id = $3 and email = $4`,
    [accountId, studyId, profileId, email, tokenHash],
  )
  if (renewed > 0) return
  await sql.run(
    `insert into study_participant (account_id, id, study_id, profile_id, email, token_hash, locale, requested_at, attempt)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [accountId, id, studyId, profileId, email, tokenHash, locale, now, attempt],
  )
}

/** The attempt that a person has completed with this form of Focus, and when; undefined if it can't be used. */
export function findFirstOccasion(
  sql: Sql,
  accountId: string,
  profileId: string,
  form: string,
): Promise<{ attempt: number; completedAt: string } | undefined> {
  return sql.row(
    `select profile.attempt, result.created_at as "completedAt"
       from profile join result on result.account_id = profile.account_id and result.profile_id = profile.id
        and result.attempt = profile.attempt and result.assessment = 'focus' and result.form = $3
      where profile.account_id = $1 and profile.id = $2 and profile.is_completed
        and profile.quality ->> 'outcome' = 'ok'`,
    [accountId, profileId, form],
  )
}

/** When Focus was completed in this attempt. */
export function findCompletion(
  sql: Sql,
  accountId: string,
  profileId: string,
  attempt: number,
): Promise<{ completedAt: string } | undefined> {
  return sql.row(
    `select created_at as "completedAt" from result
      where account_id = $1 and profile_id = $2 and attempt = $3 and assessment = 'focus'`,
    [accountId, profileId, attempt],
  )
}

export async function writeAgreement(
  sql: Sql,
  accountId: string,
  id: string,
  agreement: {
    at: Date
    locale: Locale
    version: string
    words: string
    retest: { dueAt: Date; closesAt: Date } | undefined
  },
): Promise<void> {
  await sql.run(
    `update study_participant set agreed_at = $3, locale = $4, consent_version = $5, consent_words = $6,
        retest_due_at = $7, retest_closes_at = $8
      where account_id = $1 and id = $2`,
    [
      accountId,
      id,
      agreement.at,
      agreement.locale,
      agreement.version,
      agreement.words,
      agreement.retest?.dueAt ?? null,
      agreement.retest?.closesAt ?? null,
    ],
  )
}

/** Removes everything of a person in all studies, whatever link it came by. */
export async function removeParticipation(sql: Sql, accountId: string, profileId: string): Promise<void> {
  await sql.run('delete from study_participant where account_id = $1 and profile_id = $2', [
    accountId,
    profileId,
  ])
  await sql.run(`delete from outbox where account_id = $1 and profile_id = $2 and kind = 'study'`, [
    accountId,
    profileId,
  ])
}

export async function writeRetest(
  sql: Sql,
  accountId: string,
  id: string,
  { answers, completedAt }: { answers: RetestAnswers; completedAt: Date | null },
): Promise<void> {
  await sql.run(
    `update study_participant set retest_answers = $3, retest_completed_at = $4 where account_id = $1 and id = $2`,
    [accountId, id, JSON.stringify(answers), completedAt],
  )
}

/** Requests that nobody agreed to within this time are removed. */
export async function removeOldRequests(sql: Sql, accountId: string, before: Date): Promise<void> {
  await sql.run(
    'delete from study_participant where account_id = $1 and agreed_at is null and requested_at < $2',
    [accountId, before],
  )
}

/** People who are due for the second occasion and were not invited to it. */
export function listDueRetests(
  sql: Sql,
  accountId: string,
  now: Date,
  limit: number,
): Promise<Participant[]> {
  return sql.rows(
    `select ${columns} from study_participant
      where account_id = $1 and retest_due_at <= $2 and retest_closes_at > $2 and retest_sent_at is null
        and retest_completed_at is null
      order by retest_due_at, id limit $3 for update skip locked`,
    [accountId, now, limit],
  )
}

export async function markRetestSent(
  sql: Sql,
  accountId: string,
  id: string,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<void> {
  await sql.run(
    'update study_participant set retest_sent_at = $4, token_hash = $3 where account_id = $1 and id = $2',
    [accountId, id, tokenHash, now],
  )
}

export type StudySheets = {
  profileId: string
  /** Of the profile, as the account knows it. */
  locale: string | null
  /** T by trait. */
  t: Record<string, number> | null
  focus: number[] | null
  disc: { most: string; least: string }[] | null
  retestAnswers: RetestAnswers
  retestClosesAt: string | null
  retestCompletedAt: string | null
  /** Bands by name of the criterion. */
  criteria: Record<string, number> | null
  /** The values of Core in their order at the first occasion. */
  core: string[] | null
  /** What each person who knows the participant answered. */
  peers: PeerAnswers[] | null
}

/**
 * Everybody who agreed before this time, once each by their earliest agreement, with the answers of the first occasion. A
 * sheet that is not complete, or whose attempt was deleted, has null.
 */
export function listStudySheets(
  sql: Sql,
  accountId: string,
  studyId: string,
  before: Date,
): Promise<StudySheets[]> {
  const sheet = (assessment: 'focus' | 'disc') =>
    `(select json_agg(answer.value order by answer.item) from answer
        join result on result.account_id = answer.account_id and result.profile_id = answer.profile_id
         and result.attempt = answer.attempt and result.assessment = answer.assessment
       where answer.account_id = one.account_id and answer.profile_id = one.profile_id
         and answer.attempt = one.attempt and answer.assessment = '${assessment}') as ${assessment}`
  return sql.rows(
    `select distinct on (one.profile_id) one.profile_id as "profileId", profile.locale,
        (select json_object_agg(scale.key, (scale.value ->> 't')::numeric)
           from result, json_each(result.result) scale
          where result.account_id = one.account_id and result.profile_id = one.profile_id
            and result.attempt = one.attempt and result.assessment = 'focus') as t,
        ${sheet('focus')}, ${sheet('disc')}, one.retest_answers as "retestAnswers",
        one.retest_closes_at as "retestClosesAt", one.retest_completed_at as "retestCompletedAt",
        (select json_object_agg(criterion.name, value.band) from study_criterion_value value
           join study_criterion criterion on criterion.account_id = value.account_id
            and criterion.study_id = value.study_id and criterion.number = value.number
          where value.account_id = one.account_id and value.participant_id = one.id
            and one.criteria_agreed_at is not null) as criteria,
        (select json_agg(ranked.value ->> 'key' order by ranked.place)
           from result, json_array_elements(result.result -> 'ranked') with ordinality as ranked (value, place)
          where result.account_id = one.account_id and result.profile_id = one.profile_id
            and result.attempt = one.attempt and result.assessment = 'core') as core,
        (select json_agg(peer.answers) from study_peer peer
          where peer.account_id = one.account_id and peer.participant_id = one.id
            and peer.answers is not null) as peers
       from study_participant one
       join profile on profile.account_id = one.account_id and profile.id = one.profile_id
      where one.account_id = $1 and one.study_id = $2 and one.agreed_at < $3
      order by one.profile_id, one.agreed_at, one.id`,
    [accountId, studyId, before],
  )
}

/** The wordings in which the first occasion was answered. Only what was completed in this attempt is named. */
export async function findFirstWordings(
  sql: Sql,
  accountId: string,
  { profileId, attempt }: Pick<Participant, 'profileId' | 'attempt'>,
): Promise<{ focus?: number; disc?: number; core?: number }> {
  const rows = await sql.rows<{ assessment: 'focus' | 'disc' | 'core'; wording: number }>(
    `select assessment, wording from sitting
      where account_id = $1 and profile_id = $2 and attempt = $3 and assessment in ('focus', 'disc', 'core')
        and date_completed is not null`,
    [accountId, profileId, attempt],
  )
  return Object.fromEntries(rows.map(({ assessment, wording }) => [assessment, wording]))
}
