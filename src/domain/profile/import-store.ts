import type { Sql } from '../../contract/ports.ts'

/** A profile of the account with an address from the list. */
export type ExistingProfile = { id: string; email: string | null; phone: string | null; isCompleted: boolean }

/** All profiles on the account with one of these addresses, in one statement. */
export function findExistingProfiles(
  sql: Sql,
  accountId: string,
  emails: readonly string[],
  phones: readonly string[],
): Promise<ExistingProfile[]> {
  return sql.rows<ExistingProfile>(
    `select id, email, phone, is_completed as "isCompleted" from profile
      where account_id = $1 and (email = any($2) or phone = any($3)) order by id`,
    [accountId, emails, phones],
  )
}
