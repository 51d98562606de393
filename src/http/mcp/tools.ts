import type { McpBinding, Operation } from '../../contract/operation.ts'
import { type Scope, scopes, scopesNeeded } from '../../contract/scope.ts'
import { cardMeta } from './card.ts'
import { type ObjectSchema, toolSchemaOf } from './tool-schema.ts'

/** An operation with the door through which a model comes to it. */
export type Tool = { operation: Operation; binding: McpBinding }

/** A tool as `tools/list` shows it. */
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
  /** In the order of the catalog, which is the same at every call and after every start. */
  listed: readonly ListedTool[]
  /** Every scope that any tool needs: what one consent should give. */
  scopes: readonly Scope[]
}

/** Every tool of the catalog. Made once: shapes are turned into JSON Schema here and never again. */
export function createToolbox(catalog: readonly Operation[]): Toolbox {
  const tools = catalog.flatMap((operation) => (operation.mcp ? [{ operation, binding: operation.mcp }] : []))
  const needed = new Set(tools.flatMap(({ operation }) => scopesNeeded(operation)))
  return {
    byName: new Map(tools.map((tool) => [tool.operation.name, tool])),
    listed: tools.map(listedTool),
    scopes: scopes.filter((scope) => needed.has(scope)),
  }
}

/** What is left for a client that asked to be kept from changing anything: no tool that writes or sends. */
export function readonlyToolboxOf(toolbox: Toolbox): Toolbox {
  const reads = ({ operation }: Tool) => operation.effect === 'reads'
  const left = [...toolbox.byName].filter(([, tool]) => reads(tool))
  const needed = new Set(left.flatMap(([, { operation }]) => scopesNeeded(operation)))
  return {
    byName: new Map(left),
    listed: toolbox.listed.filter(({ annotations }) => annotations.readOnlyHint),
    scopes: scopes.filter((scope) => needed.has(scope)),
  }
}

function listedTool({ operation, binding }: Tool): ListedTool {
  const needed = scopesNeeded(operation)
  const { effect } = operation
  return {
    name: operation.name,
    title: binding.title,
    description: `${binding.description} Needs the scope ${needed.join(' and ')}.`,
    inputSchema: toolSchemaOf(operation.input),
    outputSchema: toolSchemaOf(binding.output),
    annotations: {
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'replaces',
      // What only adds does so again at the next call, unless it finds what the first one added.
      idempotentHint: effect !== 'adds' || binding.repeatable === true,
      openWorldHint: binding.reachesOut === true,
    },
    _meta: { 'timbre/scopes': needed, ...(binding.card ? cardMeta(binding.card) : {}) },
  }
}
