import type pg from 'pg'
import { hashSecret, newAccountSecret } from '../../src/identity/secret.ts'
import type { Installation } from './installation.ts'
import { withClient } from './with-client.ts'

/** A person with an open session, as the cookie that their browser sends. */
export type Taker = { cookie: string }

/** Opens another session for people of the loaded account who have completed DISC and begun Focus. */
export async function openTakers(
  owner: pg.ClientConfig,
  { account }: Installation,
  count: number,
): Promise<Taker[]> {
  const secrets = Array.from({ length: count }, () => newAccountSecret('tmb_take_', account.id))
  const { rowCount } = await withClient(owner, (client) =>
    client.query(
      `insert into take_session (account_id, token_hash, profile_id, invite_id, created_at, expires_at)
     select $1::text, ($2::bytea[])[row_number() over ()], profile_id, id, now() - interval '1 hour', now() + interval '1 day'
       from invite
      where account_id = $1::text and exists (select from profile where profile.account_id = invite.account_id
          and profile.id = invite.profile_id and completed_assessments = '{disc}')
      limit $3`,
      [account.id, secrets.map(hashSecret), count],
    ),
  )
  return secrets.slice(0, rowCount ?? 0).map((secret) => ({ cookie: `take=${secret}` }))
}
