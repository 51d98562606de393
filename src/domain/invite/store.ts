import type { Sql } from '../../contract/ports.ts'

export type Invite = {
  id: string
  profile_id: string
  channel: 'email' | 'sms' | 'link'
  recipient: string | null
  created_at: string
  expires_at: string
  sent_at: string | null
  opened_at: string | null
  superseded_at: string | null
  revoked_at: string | null
}

export async function insertInvite(
  sql: Sql,
  invite: {
    accountId: string
    id: string
    profileId: string
    channel: 'email'
    recipient: string
    tokenHash: Buffer
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await sql.run(
    `insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      invite.accountId,
      invite.id,
      invite.profileId,
      invite.channel,
      invite.recipient,
      invite.tokenHash,
      invite.now,
      invite.expiresAt,
    ],
  )
}

/** A newer link replaces every link that was sent before. */
export async function supersedeInvites(
  sql: Sql,
  accountId: string,
  profileId: string,
  now: Date,
): Promise<void> {
  await sql.run(
    `update invite set superseded_at = $3
      where account_id = $1 and profile_id = $2 and superseded_at is null`,
    [accountId, profileId, now],
  )
}

export async function findInviteByToken(
  sql: Sql,
  accountId: string,
  tokenHash: Buffer,
): Promise<Invite | undefined> {
  return sql.row<Invite>(
    `select id, profile_id, channel, recipient, created_at, expires_at, sent_at, opened_at, superseded_at, revoked_at
       from invite where account_id = $1 and token_hash = $2`,
    [accountId, tokenHash],
  )
}

/** When the latest link of this profile was made; a person who asks again and again gets one a minute. */
export async function latestInviteAt(
  sql: Sql,
  accountId: string,
  profileId: string,
): Promise<string | undefined> {
  const row = await sql.row<{ created_at: string }>(
    `select created_at from invite where account_id = $1 and profile_id = $2 order by created_at desc limit 1`,
    [accountId, profileId],
  )
  return row?.created_at
}

export async function markOpened(sql: Sql, accountId: string, inviteId: string, now: Date): Promise<void> {
  await sql.run('update invite set opened_at = coalesce(opened_at, $3) where account_id = $1 and id = $2', [
    accountId,
    inviteId,
    now,
  ])
}

export async function insertTakeSession(
  sql: Sql,
  session: {
    accountId: string
    tokenHash: Buffer
    profileId: string
    inviteId: string
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await sql.run(
    `insert into take_session (account_id, token_hash, profile_id, invite_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      session.accountId,
      session.tokenHash,
      session.profileId,
      session.inviteId,
      session.now,
      session.expiresAt,
    ],
  )
}
