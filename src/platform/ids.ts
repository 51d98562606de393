import { randomBytes } from 'node:crypto'

/**
 * A public identifier: 24 lower-case hex characters, 32 bits of seconds since the epoch followed by 64 random bits. It
 * sorts by second of creation and can't be guessed. The seconds wrap in 2106.
 */
export function newPublicId(now: Date = new Date()): string {
  const seconds = Math.floor(now.getTime() / 1000) >>> 0
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex')
}
