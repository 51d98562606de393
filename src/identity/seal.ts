import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D). Header and context are authenticated. The header is stored in front of
 * the value, the context isn't stored. Nonces are random; one key can seal 2^32 values before a repeated nonce becomes
 * likely enough to matter (section 8.3).
 *
 * @param key 32 bytes.
 * @returns the header, the 12-byte nonce, the ciphertext and the 16-byte tag.
 */
export function encrypt(
  plain: Buffer | string,
  { key, header, context }: { key: Buffer; header: Buffer; context: string },
): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, checkedKey(key), nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.concat([header, Buffer.from(context, 'utf8')]))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()])
}

/**
 * Decrypts the result of `encrypt`. Undefined if key, header or context differ, or if the value was altered or
 * truncated. These cases can't be distinguished.
 */
export function decrypt(
  sealed: Buffer,
  { key, headerBytes, context }: { key: Buffer; headerBytes: number; context: string },
): Buffer | undefined {
  if (sealed.length < headerBytes + nonceBytes + tagBytes) return undefined
  const header = sealed.subarray(0, headerBytes)
  const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes)
  const decipher = createDecipheriv(algorithm, checkedKey(key), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.concat([header, Buffer.from(context, 'utf8')]))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const ciphertext = sealed.subarray(headerBytes + nonceBytes, -tagBytes)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    return undefined
  }
}

export class UnsealError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnsealError'
  }
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

function checkedKey(key: Buffer): Buffer {
  if (key.length !== keyBytes) throw new Error(`SECRET_KEY must be ${keyBytes} bytes, not ${key.length}`)
  return key
}
