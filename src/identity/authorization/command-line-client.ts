import { commandLineClientId } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import { putClient } from './oauth-clients.ts'

/**
 * Registers the command line, in a system transaction: a native app on the machines of its users. It has no secret
 * (RFC 8252 section 8.5) and gets its answer on a loopback address with any port (section 7.3). Unlike the dashboard it
 * is a program that anyone may have started, so people are asked for their consent.
 */
export async function putCommandLine(sql: Sql, now: Date): Promise<void> {
  const name = 'Timbre command line'
  const metadata = {
    client_name: name,
    redirect_uris: ['http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none' as const,
    application_type: 'native' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'] as ['code'],
  }
  await putClient(
    sql,
    { clientId: commandLineClientId, kind: 'registered', name, metadata, secretHash: null },
    now,
  )
}
