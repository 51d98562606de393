import { catalog } from '../../catalog.ts'
import { Failure } from '../../contract/failure.ts'
import { isReadyJson, type Operation, type PageInfo, parseReady } from '../../contract/operation.ts'
import { type Scope, scopes, scopesNeeded } from '../../contract/scope.ts'
import type { McpRequestContext } from './request-context.ts'

/** The operations that prompts, resources and completions read with. None of them writes. */
export type QueryName =
  | 'list_profiles'
  | 'list_profiles_with_results'
  | 'get_profile'
  | 'get_debrief'
  | 'list_tags'
  | 'get_tag'
  | 'list_events'
  | `get_${'core' | 'disc' | 'focus'}_report_fixtures`

/** `total` counts all pages of a list; absent for single resources. `siblings` is what REST returns beside it. */
export type QueryResult<T> = { resource: T; total?: number; siblings?: Readonly<Record<string, unknown>> }

/** Runs an operation of the catalog through the gate, which checks scopes, rate limits and the account's status. */
export async function runQuery<T>(
  context: McpRequestContext,
  name: QueryName,
  args: Record<string, unknown>,
): Promise<QueryResult<T>> {
  const { resource, siblings } = await context.callOperation(findReadOperation(name), args)
  const value = isReadyJson(resource) ? parseReady(resource) : resource
  const pagination = siblings?.pagination as PageInfo | undefined
  return {
    resource: value as T,
    ...(pagination ? { total: pagination.total } : {}),
    ...(siblings ? { siblings } : {}),
  }
}

/** Reads one resource by its id. Undefined if it doesn't exist or the id is malformed. */
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

/** The scopes that these operations need, in the order of `scopes`. */
export function scopesForQueries(names: readonly QueryName[]): readonly Scope[] {
  const needed = new Set(names.flatMap((name) => scopesNeeded(findReadOperation(name))))
  return scopes.filter((scope) => needed.has(scope))
}

/** The sentence about scopes in descriptions, for people who configure an app. */
export function scopesNote(names: readonly QueryName[]): string {
  const needed = scopesForQueries(names)
  return needed.length === 0
    ? 'Requires no scope.'
    : `Requires the ${needed.length === 1 ? 'scope' : 'scopes'} ${needed.join(' and ')}.`
}

function findReadOperation(name: QueryName): Operation {
  const operation = catalog.find((candidate) => candidate.name === name && candidate.effect === 'reads')
  if (!operation) throw new Error(`The catalog has no operation ${name} that reads.`)
  return operation
}
