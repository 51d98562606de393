import type { McpDoor, Operation } from '../../contract/operation.ts'
import { type Scope, scopes, scopesNeeded } from '../../contract/scope.ts'
import { cardMeta } from './card.ts'
import { type ObjectSchema, schemaOf } from './schemas.ts'

/** An operation with the door through which a model comes to it. */
export type Tool = { operation: Operation; door: McpDoor }

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
export function toolsOf(catalog: readonly Operation[]): Toolbox {
  const tools = catalog.flatMap((operation) => (operation.mcp ? [{ operation, door: operation.mcp }] : []))
  const needed = new Set(tools.flatMap(({ operation }) => scopesNeeded(operation)))
  return {
    byName: new Map(tools.map((tool) => [tool.operation.name, tool])),
    listed: tools.map(listedTool),
    scopes: scopes.filter((scope) => needed.has(scope)),
  }
}

/** What is left for a client that asked to be kept from changing anything: no tool that writes or sends. */
export function onlyReading(toolbox: Toolbox): Toolbox {
  const reads = ({ operation }: Tool) => operation.effect === 'reads'
  const left = [...toolbox.byName].filter(([, tool]) => reads(tool))
  const needed = new Set(left.flatMap(([, { operation }]) => scopesNeeded(operation)))
  return {
    byName: new Map(left),
    listed: toolbox.listed.filter(({ annotations }) => annotations.readOnlyHint),
    scopes: scopes.filter((scope) => needed.has(scope)),
  }
}

function listedTool({ operation, door }: Tool): ListedTool {
  const needed = scopesNeeded(operation)
  const { effect } = operation
  return {
    name: operation.name,
    title: door.title,
    description: `${door.description} Needs the scope ${needed.join(' and ')}.`,
    inputSchema: schemaOf(operation.input),
    outputSchema: schemaOf(door.output),
    annotations: {
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'replaces',
      // What only adds does so again at the next call, unless it finds what the first one added.
      idempotentHint: effect !== 'adds' || door.repeatable === true,
      openWorldHint: door.reachesOut === true,
    },
    _meta: { 'timbre/scopes': needed, ...(door.card ? cardMeta(door.card) : {}) },
  }
}
