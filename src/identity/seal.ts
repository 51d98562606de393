import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encrypts what is kept secret but must be read again, with AES-256-GCM (NIST SP 800-38D).
 *
 * The context says what is sealed and where it belongs (`signing_key:<kid>`, `outbox:<account>:<id>`). It is
 * authenticated but not stored, so that a sealed value copied into another row does not open there.
 *
 * @param key 32 bytes, the SECRET_KEY of the installation.
 * @returns one version byte, the 12-byte nonce, the ciphertext and the 16-byte tag. Nonces are random; one key
 *   seals up to 2^32 values before a repeated nonce becomes likely enough to matter (section 8.3).
 */
export function seal(plain: Buffer | string, key: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, checkedKey(key), nonce, { authTagLength: tagBytes })
  cipher.setAAD(associatedData(context))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, ciphertext, cipher.getAuthTag()])
}

/**
 * Opens what `seal` made. Throws `UnsealError` when the key or the context is another one, or when the value
 * was changed or cut; the three cannot be told apart.
 */
export function unseal(sealed: Buffer, key: Buffer, context: string): Buffer {
  if (sealed.length < 1 + nonceBytes + tagBytes)
    throw new UnsealError(`${context}: the sealed value is too short`)
  if (sealed[0] !== version) {
    throw new UnsealError(`${context}: sealed in format ${sealed[0]}, which this release does not know`)
  }
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv(algorithm, checkedKey(key), nonce, { authTagLength: tagBytes })
  decipher.setAAD(associatedData(context))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const ciphertext = sealed.subarray(1 + nonceBytes, -tagBytes)
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch (cause) {
    throw new UnsealError(
      `${context}: does not open. SECRET_KEY is not the one it was sealed with, or the value was changed`,
      { cause },
    )
  }
}

export class UnsealError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnsealError'
  }
}

const algorithm = 'aes-256-gcm'
const version = 1
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

/** The version byte is authenticated too, so a later format cannot be passed off as this one. */
function associatedData(context: string): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.from(context, 'utf8')])
}

function checkedKey(key: Buffer): Buffer {
  if (key.length !== keyBytes) throw new Error(`SECRET_KEY must be ${keyBytes} bytes, not ${key.length}`)
  return key
}
