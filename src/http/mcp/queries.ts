import { catalog } from '../../catalog.ts'
import { Failure } from '../../contract/failure.ts'
import { isReadyJson, type Operation, type PageInfo } from '../../contract/operation.ts'
import { type Scope, scopes, scopesNeeded } from '../../contract/scope.ts'
import type { McpRequestContext } from './request-context.ts'

/** The operations that prompts, documents and completions read with; none of them writes. */
export type QueryName =
  | 'list_profiles'
  | 'list_profiles_with_results'
  | 'get_profile'
  | 'get_debrief'
  | 'list_tags'
  | 'get_tag'
  | `get_${'core' | 'disc' | 'focus'}_report_fixtures`

/** What was found; `total` counts all pages of a list, and is absent where there is no list. */
export type QueryResult<T> = { resource: T; total?: number }

/** Asks the gate for an operation of the catalog, as any door does: scopes, limits and pauses are its own. */
export async function runQuery<T>(
  context: McpRequestContext,
  name: QueryName,
  args: Record<string, unknown>,
): Promise<QueryResult<T>> {
  const { resource, beside } = await context.callOperation(findReadOperation(name), args)
  const value = isReadyJson(resource) ? JSON.parse(resource.readyJson) : resource
  const pagination = beside?.pagination as PageInfo | undefined
  return { resource: value as T, ...(pagination ? { total: pagination.total } : {}) }
}

/** The same for one thing by its id: undefined where there is none, and for an id that is none at all. */
export async function runQueryForOne<T>(
  context: McpRequestContext,
  name: QueryName,
  args: Record<string, unknown>,
): Promise<T | undefined> {
  try {
    return (await runQuery<T>(context, name, args)).resource
  } catch (error) {
    if (error instanceof Failure && (error.kind === 'missing' || error.kind === 'invalid')) return undefined
    throw error
  }
}

/** Every scope that any of these operations needs, in the order of the specification. */
export function scopesForQueries(names: readonly QueryName[]): readonly Scope[] {
  const needed = new Set(names.flatMap((name) => scopesNeeded(findReadOperation(name))))
  return scopes.filter((scope) => needed.has(scope))
}

/** Words for whoever chooses from a list what their app must be allowed. */
export function scopesNote(names: readonly QueryName[]): string {
  const needed = scopesForQueries(names)
  return needed.length === 0
    ? 'Needs no scope.'
    : `Needs the ${needed.length === 1 ? 'scope' : 'scopes'} ${needed.join(' and ')}.`
}

function findReadOperation(name: QueryName): Operation {
  const found = catalog.find((operation) => operation.name === name && operation.effect === 'reads')
  if (!found) throw new Error(`The catalog has no operation ${name} that reads.`)
  return found
}
