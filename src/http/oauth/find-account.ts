import {
  type Account,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  type RefreshToken,
} from 'oidc-provider'
import { isScope } from '../../contract/scope.ts'
import type { Grant, OAuthStorage } from './storage.ts'

/** A person as the library knows them, with the grant that a token is wanted for. */
type PersonAccount = Account & { grant?: Grant }

/**
 * The person behind a request. Where a token is wanted, they must still be the member that the grant names: that is
 * asked at each redemption of a code and at each refresh.
 */
export function createFindAccount(storage: OAuthStorage): NonNullable<Configuration['findAccount']> {
  return async (ctx, personId, token) => {
    const known: PersonAccount = { accountId: personId, claims: async () => ({ sub: personId }) }
    if (!token) return (await storage.hasPerson(personId)) ? known : undefined
    const grant = 'grantId' in token && token.grantId ? await storage.findGrant(token.grantId) : undefined
    if (!grant || grant.personId !== personId || !(await storage.isMembershipValid(grant))) return undefined
    if (token.kind === 'RefreshToken') refuseInvalidRefresh(ctx, token as RefreshToken, grant)
    await storage.recordGrantUse(grant.id)
    return { ...known, grant }
  }
}

/**
 * What a refresh asks for and cannot have is refused here, because the library looks at it only after it has used up
 * the refresh token: an app that then asked again, rightly, would be taken for a thief.
 */
function refuseInvalidRefresh(ctx: KoaContextWithOIDC, token: RefreshToken, grant: Grant): void {
  const { resource, scope } = ctx.oidc.params ?? {}
  if (resource && !(typeof resource === 'string' && [token.resource].flat().includes(resource))) {
    throw new errors.InvalidTarget()
  }
  const wanted = typeof scope === 'string' && scope !== '' ? scope.split(' ').filter(isScope) : grant.scopes
  if (!wanted.some((one) => grant.scopes.includes(one))) {
    throw new errors.InvalidScope('no scope was granted', String(scope))
  }
}

/** The grant that a token is wanted for, once its person was found. */
export function grantOf(ctx: KoaContextWithOIDC): Grant | undefined {
  return (ctx.oidc.account as PersonAccount | undefined)?.grant
}

/** What an access token says of the account that it is for, besides what RFC 9068 has it say. */
export function tokenClaims(ctx: KoaContextWithOIDC): Record<string, unknown> | undefined {
  const grant = grantOf(ctx)
  if (!grant) return undefined
  const { accountId, region, memberId, id, byPasskey } = grant
  return {
    ...{ account_id: accountId, region, member_id: memberId, gid: id },
    // How the member had signed in (RFC 8176): proof of possession of a key, which a passkey is.
    ...(byPasskey ? { amr: ['pop'] } : {}),
  }
}
