import type { FastifyInstance } from 'fastify'
import { scopes } from '../../contract/scope.ts'
import { mcpPath } from '../paths.ts'

export type ResourceMetadataSettings = {
  publicUrl: string
  authUrl: string
  publicJwks: () => readonly object[]
}

/** Path of the protected resource's metadata, below the service root (RFC 9728 section 3). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource'

/** Public documents that any origin may read: protected resource metadata, and the keys that sign tokens. */
export function registerResourceMetadata(app: FastifyInstance, settings: ResourceMetadataSettings): void {
  // RFC 9728 section 3.3: each location names the resource that it is for.
  for (const path of ['', mcpPath]) {
    app.get(resourceMetadataPath + path, async (_request, reply) => {
      reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300')
      return {
        resource: settings.publicUrl + path,
        authorization_servers: [settings.authUrl],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
      }
    })
  }
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300')
    return { keys: settings.publicJwks() }
  })
}
