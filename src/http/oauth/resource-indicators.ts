import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import { isScope, scopes } from '../../contract/scope.ts'
import { accessTokenSeconds } from '../../identity/tokens.ts'
import { oidcScopes } from './oidc-scopes.ts'

/**
 * The resources that clients can request (RFC 8707), each with its audience: a service root, with or without a slash,
 * or the URL of an interface below it.
 */
export function resourceIdentifiers(roots: readonly string[]): ReadonlyMap<string, string> {
  const endings = ['', '/', '/mcp', '/mcp/', '/api', '/api/', '/api/v4', '/api/v4/']
  return new Map(roots.flatMap((root) => endings.map((ending) => [root + ending, root] as const)))
}

/** The `resourceIndicators` feature of oidc-provider. `defaultRoot` is the resource of requests that name none. */
export function resourceIndicators(names: ReadonlyMap<string, string>, defaultRoot: string) {
  return {
    enabled: true,
    defaultResource: async (_ctx: KoaContextWithOIDC, _client: unknown, oneOf?: string[]) => {
      if (oneOf) throw new errors.InvalidTarget('Request one resource at a time.')
      return defaultRoot
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

/**
 * Scopes may be separated by spaces or plus signs, and unknown ones are ignored (RFC 6749 section 3.3). A request in
 * which no scope is known is refused.
 */
function normalizeRequest(ctx: KoaContextWithOIDC): void {
  const { params } = ctx.oidc
  if (!params) return
  // No parameter may contain NUL (RFC 6749 appendix A), and PostgreSQL can't store it.
  if (Object.values(params).some((value) => String(value).includes('\0'))) {
    throw new errors.InvalidRequest('A parameter contains a NUL character.')
  }
  if (Array.isArray(params.resource) && params.resource.length > 1) {
    throw new errors.InvalidTarget('Request one resource at a time.')
  }
  if (typeof params.scope !== 'string') return
  const knownScopes = params.scope.split(/[ +]+/).filter((word) => isScope(word) || oidcScopes.includes(word))
  if (knownScopes.length === 0) throw new errors.InvalidScope('None of the scopes is known.', params.scope)
  params.scope = [...new Set(knownScopes)].join(' ')
}
