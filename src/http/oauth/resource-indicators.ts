import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import { isScope, scopes } from '../../contract/scope.ts'
import { accessTokenSeconds } from '../../identity/tokens.ts'

/**
 * Under which names the service may be asked for (RFC 8707), and the one audience of each: clients write its root
 * with and without a slash, or the address of an interface below it.
 */
export function resourceIdentifiers(roots: readonly string[]): ReadonlyMap<string, string> {
  const endings = ['', '/', '/mcp', '/mcp/', '/api', '/api/', '/api/v4', '/api/v4/']
  return new Map(roots.flatMap((root) => endings.map((ending) => [root + ending, root] as const)))
}

/** What the library asks of each resource that a request names, or that stands for none. */
export function resourceIndicators(names: ReadonlyMap<string, string>, standard: string) {
  return {
    enabled: true,
    defaultResource: async (_ctx: KoaContextWithOIDC, _client: unknown, oneOf?: string[]) => {
      if (oneOf) throw new errors.InvalidTarget('Ask for one resource at a time.')
      return standard
    },
    useGrantedResource: async () => true,
    getResourceServerInfo: async (ctx: KoaContextWithOIDC, name: string): Promise<ResourceServer> => {
      const audience = names.get(name)
      if (audience === undefined) throw new errors.InvalidTarget()
      if (ctx.oidc.route === 'authorization') normalizeRequest(ctx)
      return {
        audience,
        scope: scopes.join(' '),
        accessTokenTTL: accessTokenSeconds,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      } as ResourceServer
    },
  }
}

export const oidcScopes = ['openid', 'offline_access']

/**
 * Scopes may stand with blanks or with plus signs between them, and those that nobody knows are left out (RFC 6749
 * section 3.3); a request in which no scope is known is refused.
 */
function normalizeRequest(ctx: KoaContextWithOIDC): void {
  const { params } = ctx.oidc
  if (!params) return
  // No parameter has such a character (RFC 6749 appendix A), and what waits in the database can hold none.
  if (Object.values(params).some((value) => String(value).includes('\0'))) {
    throw new errors.InvalidRequest('A parameter holds the character NUL.')
  }
  if (Array.isArray(params.resource) && params.resource.length > 1) {
    throw new errors.InvalidTarget('Ask for one resource at a time.')
  }
  if (typeof params.scope !== 'string') return
  const known = params.scope.split(/[ +]+/).filter((word) => isScope(word) || oidcScopes.includes(word))
  if (known.length === 0) throw new errors.InvalidScope('None of the scopes is known.', params.scope)
  params.scope = [...new Set(known)].join(' ')
}
