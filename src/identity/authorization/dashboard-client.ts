import { dashboardClientId } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import { putClient } from './oauth-clients.ts'

/**
 * Keeps the dashboard among the apps, in a system transaction, with an address to come back to in every region. It
 * runs in a browser and has no secret (RFC 8252, section 8.5), so only these addresses tell it from others.
 *
 * @param roots service roots, without a slash at the end
 */
export async function putDashboard(sql: Sql, roots: readonly string[], now: Date): Promise<void> {
  const name = 'Timbre'
  const metadata = {
    client_name: name,
    redirect_uris: roots.map((root) => `${root}/callback`),
    token_endpoint_auth_method: 'none' as const,
    // Not `native`: its addresses are held to byte for byte, the port of a loopback address included.
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
