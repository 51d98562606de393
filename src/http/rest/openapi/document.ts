import type { Operation } from '../../../contract/operation.ts'
import { describeSignIn } from './auth.ts'
import { guideFor, tagsOf } from './guide.ts'
import { sharedHeaders } from './headers.ts'
import type { DescribedOperation, Document } from './objects.ts'
import { describeOperation } from './operation.ts'
import { sharedParameters } from './parameters.ts'
import { errorShapes, sharedRefusals } from './refusals.ts'
import { openSchemas } from './schemas.ts'
import { securitySchemes } from './security.ts'
import { describeItself } from './self.ts'

/** Where the described service can be reached. */
export type DescribedSite = {
  /** The service root. */
  publicUrl: string
  /** The authorization server. */
  authUrl: string
  region: string
  /** API roots of all zones by name, such as `https://eu.example.com/api`. */
  regions: Readonly<Record<string, string>>
}

/** The version that the document states of itself. A new path version starts anew; within v4 it only grows. */
const documentVersion = '3.1.0'

/**
 * The description of the REST interface in OpenAPI 3.1 (JSON Schema 2020-12), made from the operations
 * themselves, so that it cannot lag behind them.
 */
export function describeApi(catalog: readonly Operation[], site: DescribedSite): Document {
  const servers = serversOf(site)
  const base = servers[0]?.url ?? ''
  const schemas = openSchemas()
  const paths: Document['paths'] = {}
  const add = (path: string, method: string, described: DescribedOperation) => {
    paths[path] = { ...paths[path], [method]: described }
  }
  add('/auth', 'post', describeSignIn(schemas, base))
  for (const operation of catalog) {
    if (!operation.rest) continue
    const [method, path] = operation.rest.route.split(' ') as [string, string]
    add(path, method.toLowerCase(), describeOperation({ ...operation, rest: operation.rest }, schemas, base))
  }
  add('/openapi.json', 'get', describeItself(base))
  for (const [name, shape] of Object.entries(errorShapes)) schemas.name(name, shape)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Timbre API',
      version: documentVersion,
      summary: 'Behavioral assessments and their results: DISC, Focus and Core.',
      description: guideFor(base, site.authUrl),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    tags: tagsOf({ paths }),
    paths,
    components: {
      securitySchemes: securitySchemes(site.authUrl),
      schemas: sorted(schemas.named),
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedRefusals,
    },
  }
}

/** This installation first, then the other zones; an account lives in exactly one of them. */
function serversOf({ publicUrl, region, regions }: DescribedSite): Document['servers'] {
  const own = { url: `${publicUrl}/api/v4`, description: `This installation, zone ${region}` }
  const others = Object.entries(regions)
    .map(([zone, root]) => ({ url: `${root}/v4`, description: `Zone ${zone}` }))
    .filter(({ url }) => url !== own.url)
  return [own, ...others]
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))
}
