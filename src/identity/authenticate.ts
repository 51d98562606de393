import type { TokenCaller } from '../contract/caller.ts'
import { Failure } from '../contract/failure.ts'
import type { TokenVerifier } from './token-verifier.ts'

/**
 * The caller of a request's `Authorization` headers. Only a single header with the Bearer scheme counts (RFC 6750
 * section 2.1); other schemes count as no token. Tokens in a query string or body are ignored.
 */
export async function authenticate(
  verifyToken: TokenVerifier,
  headers: readonly string[] | undefined,
): Promise<TokenCaller> {
  const [header = ''] = headers ?? []
  if (!/^Bearer +\S/i.test(header)) {
    throw new Failure('token_missing')
  }
  const match = headers?.length === 1 ? /^Bearer +([\w.~+/-]+=*)$/i.exec(header) : null
  const caller = match?.[1] ? await verifyToken(match[1]) : undefined
  if (!caller) {
    throw new Failure('token_invalid')
  }
  return caller
}
