import { randomBytes } from 'node:crypto'
import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { hashSecret, sameHash } from '../secret.ts'

/** The purpose of a challenge. At sign-in the person is not known yet. */
export type ChallengePurpose = { purpose: 'registration'; personId: string } | { purpose: 'sign-in' }

const challengeMinutes = 10
const [randomLength, timeLength, macLength] = [32, 6, 32]

/**
 * A single-use challenge: 256 random bits, its expiry, and an HMAC that proves it is ours. It isn't stored until it is
 * used, so requesting challenges costs nothing.
 */
export function newChallenge(secretKey: SecretKey, to: ChallengePurpose, now: Date): string {
  const head = Buffer.alloc(randomLength + timeLength)
  randomBytes(randomLength).copy(head)
  head.writeUIntBE(now.getTime() + challengeMinutes * 60_000, randomLength, timeLength)
  return Buffer.concat([head, secretKey.mac('passkey challenge', dataOf(head, to))]).toString('base64url')
}

/** Whether this challenge is ours, was issued for this purpose and hasn't expired. Doesn't check previous use. */
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
 * Marks a challenge of ours as used, in one statement of a system transaction. False if it was used before. The mark is
 * kept until the challenge expires.
 */
export async function consumeChallenge(sql: Sql, challenge: string, to: ChallengePurpose): Promise<boolean> {
  const consumed = await sql.run(
    `insert into passkey_challenge (challenge_hash, person_id, purpose, expires_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [
      // A different hash than that of an older version, which stored challenges that were still usable.
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
