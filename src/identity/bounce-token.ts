import { createHmac, timingSafeEqual } from 'node:crypto'

const idBytes = 12
const proofBytes = 13
const tokenLength = 40
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * Names a message in the address that reports of its delivery are sent to (VERP), and proves that this installation sent
 * it. Lower case and digits only, because some servers change the case of an address.
 */
export function createBounceToken(mailKey: Buffer, messageId: string): string {
  const id = Buffer.from(messageId, 'hex')
  return encode(Buffer.concat([id, proofOf(mailKey, id)]))
}

/** The id of the message. Undefined if this installation didn't create the token. */
export function readBounceToken(mailKey: Buffer, token: string): string | undefined {
  const bytes = decode(token.toLowerCase())
  if (!bytes) return undefined
  const [id, proof] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)]
  return timingSafeEqual(proof, proofOf(mailKey, id)) ? id.toString('hex') : undefined
}

/** The id in a token, which anyone may have made. */
export function idInBounceToken(token: string): string | undefined {
  return decode(token.toLowerCase())?.subarray(0, idBytes).toString('hex')
}

/** `bounce@example.org` and a token are `bounce+token@example.org`. */
export function bounceAddress(address: string, token: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${token}${address.slice(at)}`
}

function proofOf(mailKey: Buffer, id: Buffer): Buffer {
  return createHmac('sha256', mailKey).update('bounce:').update(id).digest().subarray(0, proofBytes)
}

/** Base32 (RFC 4648) in lower case; 25 bytes are 40 characters without padding. */
function encode(bytes: Buffer): string {
  let text = ''
  for (let bit = 0; bit < bytes.length * 8; bit += 5) {
    const at = bit >> 3
    const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    text += alphabet[(pair >> (11 - (bit & 7))) & 31]
  }
  return text
}

function decode(text: string): Buffer | undefined {
  if (text.length !== tokenLength) return undefined
  const bytes = Buffer.alloc(idBytes + proofBytes)
  for (const [index, character] of [...text].entries()) {
    const value = alphabet.indexOf(character)
    if (value < 0) return undefined
    const bit = index * 5
    const at = bit >> 3
    const shifted = value << (11 - (bit & 7))
    bytes[at] = (bytes[at] ?? 0) | (shifted >> 8)
    if (at + 1 < bytes.length) bytes[at + 1] = (bytes[at + 1] ?? 0) | (shifted & 255)
  }
  return bytes
}
