import type { Sql } from '../../contract/ports.ts'
import type { StoredAgreement } from './model.ts'

export type AgreementKey = { accountId: string; profileId: string }

/** Written once per attempt and version; agreeing again changes nothing. */
export async function insertAgreement(
  sql: Sql,
  { accountId, profileId }: AgreementKey,
  { attempt, version, locale, words }: Omit<StoredAgreement, 'agreedAt'>,
  now: Date,
): Promise<void> {
  await sql.run(
    `insert into person_consent (account_id, profile_id, attempt, version, locale, words, agreed_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [accountId, profileId, attempt, version, locale, words, now],
  )
}

/** Everything a person agreed to, newest first. */
export async function listAgreements(sql: Sql, key: AgreementKey): Promise<StoredAgreement[]> {
  return sql.rows(
    `select attempt, version, locale, words, agreed_at as "agreedAt" from person_consent
      where account_id = $1 and profile_id = $2 order by agreed_at desc, version`,
    [key.accountId, key.profileId],
  )
}
