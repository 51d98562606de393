import { randomBytes } from 'node:crypto'
import { invalid } from '../../contract/failure.ts'
import type { Sql } from '../../contract/ports.ts'
import { hashSecret, newSecret } from '../secret.ts'
import { parseClientMetadata } from './client-metadata.ts'
import { putClient } from './oauth-clients.ts'

/** An identifier that says nothing and cannot be guessed, and that no encoding changes. */
export function newAppId(): string {
  return `app_${randomBytes(18).toString('base64url')}`
}

/**
 * Registers an app for the operator, in a system transaction. Its redirect addresses are held to the rules that those
 * are held to who register themselves. A confidential app is given a secret, which is returned here and never again.
 *
 * Fails as `invalid` for an address or a name that cannot be.
 */
export async function registerClient(
  sql: Sql,
  app: { clientId: string; name: string; redirectUris: readonly string[]; isConfidential: boolean },
  now: Date,
): Promise<{ clientSecret: string | undefined }> {
  const metadata = parseClientMetadata({
    client_name: app.name,
    redirect_uris: app.redirectUris,
    // Both ways to send a secret are taken from whoever has one.
    token_endpoint_auth_method: app.isConfidential ? 'client_secret_basic' : 'none',
  })
  if ('error' in metadata) throw invalid(metadata.error_description)
  const clientSecret = app.isConfidential ? newSecret('tmb_secret_') : undefined
  const secretHash = clientSecret === undefined ? null : hashSecret(clientSecret)
  const name = metadata.client_name ?? ''
  await putClient(sql, { clientId: app.clientId, kind: 'registered', name, metadata, secretHash }, now)
  return { clientSecret }
}
