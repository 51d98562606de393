import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { ClientMetadata } from '../../identity/authorization/client-metadata.ts'
import type { OAuthClient } from '../../identity/authorization/oauth-clients.ts'
import { hashSecret, sameHash } from '../../identity/secret.ts'
import { currentClientIp, currentRequestContext } from './request-context.ts'
import type { OAuthStorage } from './storage.ts'

export type ClientDocumentSource = {
  /** Metadata that an app publishes at its own URL. Undefined if there is none or it is invalid. */
  findDocument: (clientId: string, clientIp: string | undefined) => Promise<ClientMetadata | undefined>
}

/** Apps as clients of oidc-provider: our own rows, and documents at URLs of the apps. */
export function createClientAdapter(
  storage: OAuthStorage,
  { findDocument }: ClientDocumentSource,
): Pick<Adapter, 'upsert' | 'find' | 'destroy'> {
  return {
    async find(clientId) {
      if (clientId.startsWith('https://')) {
        const metadata = await findDocument(clientId, currentClientIp())
        return metadata && ({ ...metadata, client_id: clientId } as AdapterPayload)
      }
      if (!/^[\x21-\x7e]{1,200}$/.test(clientId)) return undefined
      const client = await storage.findClient(clientId)
      return client && payloadOf(client)
    },
    async upsert(clientId, payload) {
      const secret = payload.client_secret
      const {
        client_id: _id,
        client_id_issued_at: _issued,
        client_secret: _secret,
        client_secret_expires_at: _expires,
        ...metadata
      } = payload
      await storage.putClient({
        clientId,
        kind: 'dynamic',
        name: payload.client_name ?? '',
        metadata: metadata as ClientMetadata,
        secretHash: secret === undefined ? null : hashOf(secret),
      })
    },
    destroy: (clientId) => storage.removeClient(clientId, String(currentRequestContext().request.id)),
  }
}

function payloadOf(client: OAuthClient): AdapterPayload {
  return {
    ...client.metadata,
    client_id: client.clientId,
    client_id_issued_at: Math.floor(Date.parse(client.createdAt) / 1000),
    ...(client.secretHash
      ? { client_secret: markStoredSecret(client.secretHash), client_secret_expires_at: 0 }
      : {}),
  } as AdapterPayload
}

/** Stands in for a client secret: its hash, with a prefix so that it isn't mistaken for a secret. */
export function markStoredSecret(hash: Buffer): string {
  return storedSecretPrefix + hash.toString('base64url')
}

export function isStoredSecret(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith(storedSecretPrefix)
}

/** Compares a submitted secret with a stored one in constant time. */
export function matchesStoredSecret(stored: string | undefined, sent: string): boolean {
  const hash = stored && isStoredSecret(stored) ? hashOf(stored) : Buffer.alloc(32)
  return sameHash(hash, hashSecret(sent))
}

const storedSecretPrefix = 'sha256:'

/** The payload has the stored hash when a client updates its registration, and the plain secret when it is new. */
function hashOf(secret: string): Buffer {
  return isStoredSecret(secret)
    ? Buffer.from(secret.slice(storedSecretPrefix.length), 'base64url')
    : hashSecret(secret)
}
