import type { FastifyInstance } from 'fastify'
import type { WebSettings } from './settings.ts'

/**
 * The listing for registries of MCP servers (MCP Registry format, 2025-12-11). Its name must be below a domain that the
 * publisher can prove to own; an installation uses its own hostname, reversed.
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

/** The listing of the project itself, which everyone runs on a host of their own. */
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

/** `/server.json`: this installation's listing, which its operator can publish. */
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
