import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'

/** What a device without a browser answers, which nobody can keep from being written (attestation `none`). */
export function registration(url: string, challenge: string): object {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  const id = randomBytes(32)
  const authData = Buffer.concat([
    createHash('sha256').update(new URL(url).hostname).digest(),
    // Flags: present, verified, with a key; then the counter, no model, and the length of the id.
    Buffer.from([0x45, ...Array(4 + 16).fill(0), 0, id.length]),
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
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url') }
  return { ...named, type: 'public-key', clientExtensionResults: {}, response }
}
