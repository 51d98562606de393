import { Failure, notFound } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import { actorOf } from '../audit/record.ts'
import type { GrantsEnding } from './end-grants.ts'
import type { DomainRow } from './model.ts'
import { listDomains } from './store.ts'

/**
 * Signing in happens in one region, and only accounts that are there can have a provider. A sandbox has the members of
 * its account, and so its sign-in.
 */
export function refuseElsewhere({ account, installation }: Pick<Context, 'account' | 'installation'>): void {
  if (account.mode === 'sandbox') throw new Failure('sandbox_members')
  const { authUrl, publicUrl } = installation
  if (authUrl !== publicUrl && !authUrl.startsWith(`${publicUrl}/`)) throw new Failure('sign_in_elsewhere')
}

/** What the caller ends now. */
export function endingBy({ account, caller, now, installation }: Context): GrantsEnding {
  const { secretKey } = installation
  return { accountId: account.id, now: now(), actor: actorOf(caller, []), secretKey }
}

/** Fails as missing for a domain that the account doesn't have. */
export async function requireDomain({ sql, account }: Context, domain: string): Promise<DomainRow> {
  const found = (await listDomains(sql, account.id)).find((row) => row.domain === domain)
  if (!found) throw notFound('The account has no such domain.')
  return found
}
