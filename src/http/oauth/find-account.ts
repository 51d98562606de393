import {
  type Account,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  type RefreshToken,
} from 'oidc-provider'
import { isScope } from '../../contract/scope.ts'
import type { Grant, OAuthStorage } from './storage.ts'

/** A person as an account of oidc-provider, with the grant that a token is requested for. */
type PersonAccount = Account & { grant?: Grant }

/**
 * Finds the person of a request. When a token is requested, they must still be the member that the grant names. This is
 * checked each time a code is redeemed or a token refreshed.
 */
export function createFindAccount(storage: OAuthStorage): NonNullable<Configuration['findAccount']> {
  return async (ctx, personId, token) => {
    const account: PersonAccount = { accountId: personId, claims: async () => ({ sub: personId }) }
    if (!token) return (await storage.hasPerson(personId)) ? account : undefined
    const grant = 'grantId' in token && token.grantId ? await storage.findGrant(token.grantId) : undefined
    if (!grant || grant.personId !== personId || !(await storage.isMembershipValid(grant))) return undefined
    if (token.kind === 'RefreshToken') refuseInvalidRefresh(ctx, token as RefreshToken, grant)
    await storage.recordGrantUse(grant.id)
    return { ...account, grant }
  }
}

/**
 * Refuses invalid parameters of a refresh here, because the library checks them only after it has used up the refresh
 * token: an app that then retried correctly would be treated as a thief.
 */
function refuseInvalidRefresh(ctx: KoaContextWithOIDC, token: RefreshToken, grant: Grant): void {
  const { resource, scope } = ctx.oidc.params ?? {}
  if (resource && !(typeof resource === 'string' && [token.resource].flat().includes(resource))) {
    throw new errors.InvalidTarget()
  }
  const requested =
    typeof scope === 'string' && scope !== '' ? scope.split(' ').filter(isScope) : grant.scopes
  if (!requested.some((one) => grant.scopes.includes(one))) {
    throw new errors.InvalidScope('no scope was granted', String(scope))
  }
}

/** The grant that a token is requested for, once its person was found. */
export function grantOf(ctx: KoaContextWithOIDC): Grant | undefined {
  return (ctx.oidc.account as PersonAccount | undefined)?.grant
}

/** Claims of an access token about its account, in addition to those of RFC 9068. */
export function tokenClaims(ctx: KoaContextWithOIDC): Record<string, unknown> | undefined {
  const grant = grantOf(ctx)
  if (!grant) return undefined
  const { accountId, region, memberId, id, byPasskey } = grant
  const { AuthorizationCode: code, RefreshToken: refreshToken } = ctx.oidc.entities
  const signedInAt = (code ?? refreshToken)?.authTime
  return {
    account_id: accountId,
    region,
    member_id: memberId,
    gid: id,
    // How the member signed in (RFC 8176): `pop`, proof of possession of a key, for a passkey.
    ...(byPasskey ? { amr: ['pop'] } : {}),
    // A refresh doesn't make it newer.
    ...(signedInAt ? { auth_time: signedInAt } : {}),
  }
}
