import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An authenticator without a browser: it creates one passkey and signs in with it. */
export type VirtualPasskey = {
  /** The passkey's id. */
  id: string
  registration: (challenge: string) => object
  /** The assertion for this person; each raises the signature counter. */
  answer: (challenge: string, personId: string) => object
  /** The same passkey on a device that has not verified its user. */
  unverified: () => VirtualPasskey
}

/** By default it verifies its user, by a fingerprint for example. */
export function openVirtualPasskey(url: string, { verifies = true } = {}): VirtualPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  const withFlags = (verifies: boolean): VirtualPasskey => ({
    id: id.toString('base64url'),
    registration: (challenge) => made(url, challenge, { id, publicKey, verifies }),
    unverified: () => withFlags(false),
    answer(challenge, personId) {
      counter += 1
      const authenticatorData = Buffer.alloc(37)
      createHash('sha256').update(new URL(url).hostname).digest().copy(authenticatorData)
      // Flags: user present and perhaps verified; then the counter.
      authenticatorData[32] = verifies ? 0x05 : 0x01
      authenticatorData.writeUInt32BE(counter, 33)
      const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: url }))
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: Buffer.from(personId, 'hex').toString('base64url'),
      }
      return { ...named(id), response }
    },
  })
  return withFlags(verifies)
}

/** The registration of an authenticator without a browser (attestation `none`). */
export function registration(url: string, challenge: string): object {
  return openVirtualPasskey(url).registration(challenge)
}

function named(id: Buffer) {
  const text = id.toString('base64url')
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {} }
}

function made(
  url: string,
  challenge: string,
  { id, publicKey, verifies }: { id: Buffer; publicKey: KeyObject; verifies: boolean },
): object {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const authData = Buffer.concat([
    createHash('sha256').update(new URL(url).hostname).digest(),
    // Flags: present, perhaps verified, with a key; then the counter, no model, and the length of the id.
    Buffer.from([verifies ? 0x45 : 0x41, ...Array(4 + 16).fill(0), 0, id.length]),
    id,
    // The key in COSE (RFC 9053 section 7.1), in CBOR.
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const attestation = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([authData.length]),
    authData,
  ])
  const clientData = { type: 'webauthn.create', challenge, origin: url }
  const response = {
    clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
    attestationObject: attestation.toString('base64url'),
  }
  return { ...named(id), response }
}
