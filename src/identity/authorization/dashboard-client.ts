import { dashboardClientId } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import { putClient } from './oauth-clients.ts'

/**
 * Registers the dashboard as an app, in a system transaction, with a redirect URI in each region. It runs in a browser
 * and has no secret (RFC 8252, section 8.5), so its redirect URIs are all that identifies it.
 *
 * @param roots service roots, without a trailing slash
 */
export async function putDashboard(sql: Sql, roots: readonly string[], now: Date): Promise<void> {
  const name = 'Timbre'
  const metadata = {
    client_name: name,
    redirect_uris: roots.map((root) => `${root}/callback`),
    token_endpoint_auth_method: 'none' as const,
    // Not `native`: its redirect URIs must match exactly, including the port of a loopback address.
    application_type: 'web' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'] as ['code'],
  }
  await putClient(
    sql,
    { clientId: dashboardClientId, kind: 'registered', name, metadata, secretHash: null },
    now,
  )
}
