import { randomBytes } from 'node:crypto'
import { invalid } from '../../contract/failure.ts'
import type { Sql } from '../../contract/ports.ts'
import { hashSecret, newSecret } from '../secret.ts'
import { parseClientMetadata } from './client-metadata.ts'
import { putClient } from './oauth-clients.ts'

/** A random, unguessable client ID that reveals nothing and is the same in every encoding. */
export function newAppId(): string {
  return `app_${randomBytes(18).toString('base64url')}`
}

/**
 * Registers an app for the operator, in a system transaction. Redirect URIs follow the same rules as for dynamic
 * registration. A confidential app gets a secret, which is returned here and never again.
 *
 * Fails as `invalid` if a redirect URI or the name is not allowed.
 */
export async function registerClient(
  sql: Sql,
  app: { clientId: string; name: string; redirectUris: readonly string[]; isConfidential: boolean },
  now: Date,
): Promise<{ clientSecret: string | undefined }> {
  const metadata = parseClientMetadata({
    client_name: app.name,
    redirect_uris: app.redirectUris,
    // A client with a secret may send it either way (basic or post).
    token_endpoint_auth_method: app.isConfidential ? 'client_secret_basic' : 'none',
  })
  if ('error' in metadata) throw invalid(metadata.error_description)
  const clientSecret = app.isConfidential ? newSecret('tmb_secret_') : undefined
  const secretHash = clientSecret === undefined ? null : hashSecret(clientSecret)
  const name = metadata.client_name ?? ''
  await putClient(sql, { clientId: app.clientId, kind: 'registered', name, metadata, secretHash }, now)
  return { clientSecret }
}
