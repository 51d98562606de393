import type { FastifyInstance } from 'fastify'
import type { WebSettings } from './settings.ts'

/**
 * What registries of MCP servers list (the format of the MCP Registry, 2025-12-11). Its name must stand under a domain
 * that whoever publishes it can prove to own; an installation has its own, read backwards.
 */
export function registryListing(publicUrl: string, version: string) {
  const { hostname } = new URL(publicUrl)
  return {
    ...commonFields(version),
    name: `${hostname.split('.').reverse().join('.')}/timbre`,
    websiteUrl: `${publicUrl}/docs/connect`,
    remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp` }],
  }
}

/** The listing of the project: everybody runs it at a host of their own. */
export function projectRegistryListing(version: string) {
  return {
    ...commonFields(version),
    name: 'org.timbre/timbre',
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{host}/mcp',
        variables: {
          host: {
            description: 'The host of your installation, such as timbre.example.com',
            isRequired: true,
          },
        },
      },
    ],
  }
}

/** `/server.json`: the listing of this installation, ready to be published by whoever runs it. */
export function registerRegistryListing(web: FastifyInstance, { publicUrl, version }: WebSettings): void {
  const listing = registryListing(publicUrl, version)
  web.get('/server.json', async (_request, reply) => reply.type('application/json').send(listing))
}

function commonFields(version: string) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    title: 'Timbre',
    description: 'Behavioral assessments: invite people, read DISC, Focus and Core results and debriefs.',
    version,
  }
}
