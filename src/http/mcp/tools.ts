import type { McpBinding, Operation } from '../../contract/operation.ts'
import { type Scope, scopes, scopesNeeded } from '../../contract/scope.ts'
import { cardMeta } from './card.ts'
import { type ObjectSchema, toolSchemaOf } from './tool-schema.ts'

/** An operation with its MCP binding. */
export type Tool = { operation: Operation; binding: McpBinding }

/** A tool as in `tools/list`. */
export type ListedTool = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
  _meta: { 'timbre/scopes': readonly Scope[] } & Partial<ReturnType<typeof cardMeta>>
}

export type Toolbox = {
  byName: ReadonlyMap<string, Tool>
  /** In the order of the catalog, which is stable. The first call generates all JSON Schemas. */
  list: () => readonly ListedTool[]
  /** All scopes that any tool needs, so that one consent is enough. */
  scopes: readonly Scope[]
}

/** Creates the tools of the catalog. */
export function createToolbox(catalog: readonly Operation[]): Toolbox {
  const tools = catalog.flatMap((operation) => (operation.mcp ? [{ operation, binding: operation.mcp }] : []))
  const needed = new Set(tools.flatMap(({ operation }) => scopesNeeded(operation)))
  let listed: readonly ListedTool[] | undefined
  return {
    byName: new Map(tools.map((tool) => [tool.operation.name, tool])),
    list() {
      listed ??= tools.map(listedTool)
      return listed
    },
    scopes: scopes.filter((scope) => needed.has(scope)),
  }
}

/** The tools that neither write nor send, for `?readonly=1`. */
export function readonlyToolboxOf(toolbox: Toolbox): Toolbox {
  const readingTools = [...toolbox.byName].filter(([, { operation }]) => operation.effect === 'reads')
  const needed = new Set(readingTools.flatMap(([, { operation }]) => scopesNeeded(operation)))
  return {
    byName: new Map(readingTools),
    list: () => toolbox.list().filter(({ annotations }) => annotations.readOnlyHint),
    scopes: scopes.filter((scope) => needed.has(scope)),
  }
}

function listedTool({ operation, binding }: Tool): ListedTool {
  const needed = scopesNeeded(operation)
  const { effect } = operation
  return {
    name: operation.name,
    title: binding.title,
    description: `${binding.description} Requires the scope ${needed.join(' and ')}.`,
    inputSchema: toolSchemaOf(operation.input),
    outputSchema: toolSchemaOf(binding.output),
    annotations: {
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'replaces',
      // An operation that adds does so at every call, unless its binding says that it is repeatable.
      idempotentHint: effect !== 'adds' || binding.repeatable === true,
      openWorldHint: binding.reachesOut === true,
    },
    _meta: { 'timbre/scopes': needed, ...(binding.card ? cardMeta(binding.card) : {}) },
  }
}
