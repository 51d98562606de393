import type { Sql } from '../../contract/ports.ts'

/**
 * Ends what a person shows of their results to others, the card and the link that they made, when their own links end:
 * they could not end it themselves any more. Links that the account made are its own.
 */
export async function endShared(
  sql: Sql,
  { accountId, profileId, now }: { accountId: string; profileId: string; now: Date },
): Promise<void> {
  await sql.run(
    `with card as (delete from share_card where account_id = $1 and profile_id = $2)
     update report_link set revoked_at = $3
      where account_id = $1 and profile_id = $2 and made_by = 'person' and revoked_at is null and expires_at > $3`,
    [accountId, profileId, now],
  )
}
