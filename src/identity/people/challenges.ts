import { randomBytes } from 'node:crypto'
import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { hashSecret, sameHash } from '../secret.ts'

/** What a challenge was given out for. At sign-in nobody knows yet who asks. */
export type ChallengePurpose = { purpose: 'registration'; personId: string } | { purpose: 'sign-in' }

const challengeMinutes = 10
const [randomLength, timeLength, macLength] = [32, 6, 32]

/**
 * A challenge that one answer may use: 256 random bits, when it ends, and an HMAC that says that it is ours. No row is
 * kept of it before it is used, so that asking for challenges costs nobody anything.
 */
export function newChallenge(secretKey: SecretKey, to: ChallengePurpose, now: Date): string {
  const head = Buffer.alloc(randomLength + timeLength)
  randomBytes(randomLength).copy(head)
  head.writeUIntBE(now.getTime() + challengeMinutes * 60_000, randomLength, timeLength)
  return Buffer.concat([head, secretKey.mac('passkey challenge', dataOf(head, to))]).toString('base64url')
}

/** Whether this challenge is ours, was given out for this, and can still be used unless it was. */
export function isValidChallenge(
  secretKey: SecretKey,
  challenge: string,
  to: ChallengePurpose,
  now: Date,
): boolean {
  const expiresAt = expiryOf(challenge)
  if (!expiresAt || expiresAt <= now) return false
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, randomLength + timeLength)
  const macs = secretKey.macs('passkey challenge', dataOf(head, to))
  return macs.some((mac) => sameHash(bytes.subarray(head.length), mac))
}

/**
 * Uses up a challenge that is ours, in one statement of a system transaction; false when it was used before. What is
 * kept is that it was used, until it has ended.
 */
export async function consumeChallenge(sql: Sql, challenge: string, to: ChallengePurpose): Promise<boolean> {
  const consumed = await sql.run(
    `insert into passkey_challenge (challenge_hash, person_id, purpose, expires_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [
      // Under another hash than that of a version which kept the challenges that can still be used.
      hashSecret(`used:${challenge}`),
      to.purpose === 'registration' ? to.personId : null,
      to.purpose,
      expiryOf(challenge),
    ],
  )
  return consumed === 1
}

function expiryOf(challenge: string): Date | undefined {
  if (!/^[\w-]{94}$/.test(challenge)) return undefined
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== randomLength + timeLength + macLength) return undefined
  return new Date(bytes.readUIntBE(randomLength, timeLength))
}

function dataOf(head: Buffer, to: ChallengePurpose): Buffer {
  const owner = to.purpose === 'registration' ? to.personId : ''
  return Buffer.concat([head, Buffer.from(`${to.purpose}:${owner}`)])
}
