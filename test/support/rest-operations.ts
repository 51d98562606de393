import { catalog } from '../../src/catalog.ts'
import type { Operation } from '../../src/contract/operation.ts'

/** An operation as a client of the REST API sees it. */
export type RestOperation = {
  operation: Operation
  name: string
  method: string
  path: string
  /** Path parameters; other fields are in the query (GET) or the body. */
  inPath: string[]
  fields: string[]
}

/** Every operation with a REST binding, read from the catalog so that new ones are tested without being listed. */
export const restOperations: RestOperation[] = catalog.flatMap((operation) => {
  if (!operation.rest) return []
  const [method, path] = operation.rest.route.split(' ') as [string, string]
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const fields = Object.keys(operation.input.shape).filter((name) => !inPath.includes(name))
  return [{ operation, name: operation.name, method, path, inPath, fields }]
})

/** The path of an endpoint with these parameters, percent-encoded. */
export function restPath(endpoint: RestOperation, values: Record<string, string>): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}
