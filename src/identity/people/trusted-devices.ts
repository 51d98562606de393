import { randomBytes } from 'node:crypto'
import { type Payer, paidBy } from '../../contract/payer.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { sameHash } from '../secret.ts'

/**
 * Marks of browsers in which the owner of an address has signed in before. Their tries are limited separately, so that
 * someone who uses up the tries of an address doesn't lock its owner out. A mark gives no access and isn't stored: it
 * is a random ID and an HMAC of address and ID, valid only for that address.
 */
type TrustedDevices = {
  /** The browser with this mark. Undefined if it isn't one of ours, or belongs to another address. */
  findDevice: (mark: string | undefined, email: string) => Payer<'browser'> | undefined
  /** A mark for a browser in which this address has just signed in. Keeps the ID of a former mark for this address. */
  createMark: (email: string, former: string | undefined) => string
}

/** How long a browser is trusted after the last sign-in. */
export const trustedDeviceDays = 365

export function createTrustedDevices(secretKey: SecretKey): TrustedDevices {
  const dataOf = (email: string, id: Buffer) => Buffer.concat([id, Buffer.from(email)])
  const idIn = (mark: string | undefined, email: string) => {
    if (!mark || !shape.test(mark)) return undefined
    const bytes = Buffer.from(mark.slice(prefix.length), 'base64url')
    const id = bytes.subarray(0, idBytes)
    const macs = secretKey.macs('known browser', dataOf(email, id))
    return macs.some((mac) => sameHash(bytes.subarray(idBytes), mac)) ? id : undefined
  }
  return {
    findDevice(mark, email) {
      const id = idIn(mark, email)
      return id && paidBy('browser', id.toString('hex'))
    },
    createMark(email, former) {
      const id = idIn(former, email) ?? randomBytes(idBytes)
      return (
        prefix + Buffer.concat([id, secretKey.mac('known browser', dataOf(email, id))]).toString('base64url')
      )
    },
  }
}

const prefix = 'tmb_known_'
const idBytes = 16
const shape = /^tmb_known_[\w-]{64}$/
