import { randomBytes } from 'node:crypto'
import type { Sql } from '../../contract/ports.ts'
import type { PeerAnswers } from '../../scoring/peer-items.ts'

/** A link that a person gave to someone who knows them. Whether it was answered is shown to nobody but the rater. */
export type PeerLink = { id: string; expiresAt: string }

/**
 * Every link of a participation, oldest first, until the person turns it off or the study ends: if those that expired
 * unanswered went, the rest would be those that were answered.
 */
export function listPeerLinks(sql: Sql, accountId: string, participantId: string): Promise<PeerLink[]> {
  return sql.rows(
    `select id, expires_at as "expiresAt" from study_peer
      where account_id = $1 and participant_id = $2 order by created_at, id`,
    [accountId, participantId],
  )
}

export async function insertPeerLink(
  sql: Sql,
  accountId: string,
  {
    id,
    participantId,
    tokenHash,
    now,
    expiresAt,
  }: { id: string; participantId: string; tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await sql.run(
    `insert into study_peer (account_id, id, participant_id, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [accountId, id, participantId, tokenHash, now, expiresAt],
  )
}

/** Also deletes the answers that were given with it. */
export async function removePeerLink(
  sql: Sql,
  accountId: string,
  participantId: string,
  id: string,
): Promise<void> {
  await sql.run('delete from study_peer where account_id = $1 and participant_id = $2 and id = $3', [
    accountId,
    participantId,
    id,
  ])
}

/** The link of a rater; undefined if it has expired unanswered. With `lock`, nobody else answers it meanwhile. */
export function findPeer(
  sql: Sql,
  accountId: string,
  tokenHash: Buffer,
  now: Date,
  lock = false,
): Promise<{ id: string; isAnswered: boolean } | undefined> {
  return sql.row(
    `select id, answers is not null as "isAnswered" from study_peer
      where account_id = $1 and token_hash = $2 and (answers is not null or expires_at > $3) ${lock ? 'for update' : ''}`,
    [accountId, tokenHash, now],
  )
}

export async function writePeerAnswers(
  sql: Sql,
  accountId: string,
  id: string,
  answers: PeerAnswers,
): Promise<void> {
  await sql.run('update study_peer set answers = $3 where account_id = $1 and id = $2 and answers is null', [
    accountId,
    id,
    JSON.stringify(answers),
  ])
}

/**
 * Removes the rater's own answers and ends their link. The entry stays in the person's list: if it went, the person would
 * know that this one had been answered.
 */
export async function clearPeer(sql: Sql, accountId: string, id: string): Promise<void> {
  await sql.run('update study_peer set answers = null, token_hash = $3 where account_id = $1 and id = $2', [
    accountId,
    id,
    // The hash of no link.
    randomBytes(32),
  ])
}
