import type { Operation } from '../../../contract/operation.ts'
import { describeAuth } from './auth-operation.ts'
import { describeDocument } from './document-operation.ts'
import { errorSchemas, sharedErrorResponses } from './error-responses.ts'
import { apiGuide, tagsOf } from './guide.ts'
import { sharedHeaders } from './headers.ts'
import type { OpenApiDocument, OperationObject } from './objects.ts'
import { describeOperation } from './operation.ts'
import { sharedParameters } from './parameters.ts'
import { createSchemaRegistry } from './schemas.ts'
import { securitySchemes } from './security.ts'
import { describeWebhooks } from './webhooks.ts'

/** Addresses of the described service. */
export type ServiceUrls = {
  /** The service root. */
  publicUrl: string
  /** The authorization server. */
  authUrl: string
  region: string
  /** API roots of all zones by name, such as `https://eu.example.com/api`. */
  regions: Readonly<Record<string, string>>
}

/** The document's version. It only increases within v4; a new path version starts again. */
const documentVersion = '3.1.0'

/**
 * The OpenAPI 3.1 document of the REST API (JSON Schema 2020-12). It is generated from the operations, so it can't be
 * outdated.
 */
export function describeApi(catalog: readonly Operation[], urls: ServiceUrls): OpenApiDocument {
  const servers = serversOf(urls)
  const base = servers[0]?.url ?? ''
  const schemas = createSchemaRegistry()
  const paths: OpenApiDocument['paths'] = {}
  const add = (path: string, method: string, described: OperationObject) => {
    paths[path] = { ...paths[path], [method]: described }
  }
  add('/auth', 'post', describeAuth(schemas, base))
  for (const operation of catalog) {
    if (!operation.rest) continue
    const [method, path] = operation.rest.route.split(' ') as [string, string]
    add(path, method.toLowerCase(), describeOperation({ ...operation, rest: operation.rest }, schemas, base))
  }
  add('/openapi.json', 'get', describeDocument(base))
  for (const [name, shape] of Object.entries(errorSchemas)) schemas.name(name, shape)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Timbre API',
      version: documentVersion,
      summary: 'Behavioral assessments and their results: DISC, Focus and Core.',
      description: apiGuide(base, urls.authUrl),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    tags: tagsOf({ paths }),
    paths,
    webhooks: describeWebhooks(schemas),
    components: {
      securitySchemes: securitySchemes(urls.authUrl),
      schemas: sorted(schemas.named),
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedErrorResponses,
    },
  }
}

/** This installation first, then the other zones. Each account is in exactly one of them. */
function serversOf({ publicUrl, region, regions }: ServiceUrls): OpenApiDocument['servers'] {
  const own = { url: `${publicUrl}/api/v4`, description: `This installation (region ${region})` }
  const others = Object.entries(regions)
    .map(([zone, root]) => ({ url: `${root}/v4`, description: `Zone ${zone}` }))
    .filter(({ url }) => url !== own.url)
  return [own, ...others]
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))
}
