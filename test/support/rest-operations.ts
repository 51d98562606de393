import { catalog } from '../../src/catalog.ts'
import type { Operation } from '../../src/contract/operation.ts'

/** An operation as a client of the REST interface sees it. */
export type RestOperation = {
  operation: Operation
  name: string
  method: string
  path: string
  /** Names in the path; the other fields of the input are in the query of a GET and in the body otherwise. */
  inPath: string[]
  fields: string[]
}

/** Every operation with a REST door, read from the catalog so that a new one is tested without being listed. */
export const restOperations: RestOperation[] = catalog.flatMap((operation) => {
  if (!operation.rest) return []
  const [method, path] = operation.rest.route.split(' ') as [string, string]
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const fields = Object.keys(operation.input.shape).filter((name) => !inPath.includes(name))
  return [{ operation, name: operation.name, method, path, inPath, fields }]
})

/** The address of a door with these values in its path, percent-encoded. */
export function restPath(endpoint: RestOperation, values: Record<string, string>): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}
