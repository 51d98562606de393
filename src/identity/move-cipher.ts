import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt, UnsealError } from './seal.ts'

/**
 * Encrypts the parts of an account on their way to another region, under a key derived from REGION_SECRET. They wait in
 * that region's database until all have arrived, and hold secrets that are sealed in every other place.
 */
export type MoveCipher = {
  seal: (plain: Buffer, number: number) => Buffer
  /** Throws `UnsealError` for another account, other regions or another number. */
  open: (sealed: Buffer, number: number) => Buffer
}

/** `secrets` are REGION_SECRET and, while it is being changed, the previous one. */
export function createMoveCipher(
  secrets: readonly string[],
  { accountId, from, to }: { accountId: string; from: string; to: string },
): MoveCipher {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'accounts that move to another region', 32)),
  )
  const contextOf = (number: number) => `move:${accountId}:${from}:${to}:${number}`
  return {
    seal: (plain, number) => encrypt(plain, { key: keys[0] as Buffer, header, context: contextOf(number) }),
    open(sealed, number) {
      for (const key of keys) {
        const plain = decrypt(sealed, { key, headerBytes: header.length, context: contextOf(number) })
        if (plain) return plain
      }
      throw new UnsealError(`Part ${number} of the account ${accountId} cannot be decrypted.`)
    },
  }
}

const header = Buffer.of(1)
