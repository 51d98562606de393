import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MachineCaller } from '../contract/caller.ts'
import type { ConnectionProvider } from '../contract/connection-provider.ts'
import { Failure } from '../contract/failure.ts'
import { type Limits, spendInOrder } from '../contract/limits.ts'
import { networkFor, networkOf } from '../contract/payer.ts'
import { rateLimited } from '../contract/request.ts'
import type { Scope } from '../contract/scope.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

export type ConnectionOfKey = {
  accountId: string
  connectionId: string
  provider: ConnectionProvider
  clientId: string
}

export type ConnectionKeySettings = {
  region: string
  /** The connection with this key; undefined if there is none. */
  findConnection: (key: string) => Promise<ConnectionOfKey | undefined>
  limits: Pick<Limits, 'wrongSecrets' | 'wrongSecretsOfNetwork'>
}

/**
 * The connection whose key the request has, as Basic credentials or as a Bearer token. Fails as unauthenticated if
 * there is none. Wrong keys count against the sender's network, so that an attacker can't lock out the connection.
 */
export async function requireConnection(
  request: FastifyRequest,
  reply: FastifyReply,
  { findConnection, limits }: ConnectionKeySettings,
  isExpected: (connection: ConnectionOfKey) => boolean,
): Promise<ConnectionOfKey> {
  const key = keyIn(request.raw.headersDistinct.authorization)
  if (key === undefined) throw new Failure('token_missing', { message: 'Send the key of the connection.' })
  const found = await findConnection(key)
  if (found && isExpected(found)) return found
  const network = networkOf(request.ip)
  const allowance = await spendInOrder([
    () => limits.wrongSecretsOfNetwork(network),
    () => limits.wrongSecrets(networkFor(network, 'connection')),
  ])
  if (allowance) reply.headers(rateLimitHeaders(allowance))
  if (allowance && !allowance.isWithin) throw rateLimited(allowance)
  throw new Failure('token_invalid', { message: 'The key is wrong.' })
}

/** The caller of operations: the connection's machine client, with as much as one call needs. */
export function callerOfConnection(
  { accountId, clientId }: ConnectionOfKey,
  { region }: Pick<ConnectionKeySettings, 'region'>,
  scopes: readonly Scope[] = ['profiles:write', 'account:read'],
): MachineCaller {
  return { kind: 'machine', accountId, region, clientId, scopes: new Set(scopes) }
}

/** A secret as Bearer token (RFC 6750), or as the password of Basic (RFC 7617). */
export function secretIn(authorization: readonly string[] | undefined): string | undefined {
  const [, scheme = '', value = ''] = credentialPattern.exec(authorization?.join(', ') ?? '') ?? []
  if (scheme.toLowerCase() !== 'basic') return scheme === '' ? undefined : value
  const text = Buffer.from(value, 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}

const credentialPattern = /^(Basic|Bearer) +(\S{1,512})$/i

/** Basic (RFC 7617) with the key as user name or as password, or Bearer (RFC 6750). */
function keyIn(authorization: readonly string[] | undefined): string | undefined {
  const [, scheme = '', value = ''] = credentialPattern.exec(authorization?.join(', ') ?? '') ?? []
  if (scheme === '') return undefined
  if (scheme.toLowerCase() === 'bearer') return value
  const text = Buffer.from(value, 'base64').toString('utf8')
  const at = text.indexOf(':')
  const [name, password] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  return password.startsWith('tmb_ats_') ? password : name
}
