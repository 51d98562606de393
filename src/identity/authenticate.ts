import type { MachineCaller } from '../contract/caller.ts'
import { Failure } from '../contract/failure.ts'
import type { TokenVerifier } from './tokens.ts'

/**
 * The caller that an `Authorization` header names. Only one header with the Bearer scheme (RFC 6750
 * section 2.1) is read; a token in a query string or a body is never looked at.
 */
export async function authenticate(
  verify: TokenVerifier,
  header: string | readonly string[] | undefined,
): Promise<MachineCaller> {
  if (header === undefined || header === '') {
    throw new Failure(
      'unauthenticated',
      'Send an access token in the Authorization header: Bearer <token>.',
      {
        code: 'token_missing',
      },
    )
  }
  const match = typeof header === 'string' ? /^Bearer +([\w.~+/-]+=*)$/i.exec(header) : null
  const caller = match?.[1] ? await verify(match[1]) : undefined
  if (!caller) {
    throw new Failure('unauthenticated', 'The access token is invalid or has expired. Request a new one.', {
      code: 'token_invalid',
    })
  }
  return caller
}
