import { randomBytes } from 'node:crypto'
import type { Sql } from '../../contract/ports.ts'
import { hashSecret } from '../secret.ts'

/** What a challenge was given out for. At sign-in nobody knows yet who asks. */
export type ChallengePurpose = { purpose: 'registration'; personId: string } | { purpose: 'sign-in' }

const challengeMinutes = 10

/** Gives out a challenge of 256 random bits, in base64url, that one answer may use. In a system transaction. */
export async function newChallenge(sql: Sql, to: ChallengePurpose, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await sql.run(
    `insert into passkey_challenge (challenge_hash, person_id, purpose, expires_at) values ($1, $2, $3, $4)`,
    [
      hashSecret(challenge),
      to.purpose === 'registration' ? to.personId : null,
      to.purpose,
      new Date(now.getTime() + challengeMinutes * 60_000),
    ],
  )
  return challenge
}

/** Uses a challenge up, in one statement; false when it was used, has expired or was given out for something else. */
export async function consumeChallenge(
  sql: Sql,
  challenge: string,
  to: ChallengePurpose,
  now: Date,
): Promise<boolean> {
  const consumed = await sql.run(
    `delete from passkey_challenge
      where challenge_hash = $1 and purpose = $2 and person_id is not distinct from $3 and expires_at > $4`,
    [hashSecret(challenge), to.purpose, to.purpose === 'registration' ? to.personId : null, now],
  )
  return consumed === 1
}
