import { z } from 'zod'
import type { Operation } from '../../contract/operation.ts'
import { exampleOf } from '../rest/openapi/examples.ts'
import type { McpRegistry } from './registry.ts'
import type { Toolbox } from './tools.ts'

/**
 * All that models are offered, as a page can show it: what `tools/list`, `prompts/list` and `resources/list` send, with
 * the arguments of a call of each tool.
 */
export function createToolDocs({ listed, byName }: Toolbox, { prompts, resources }: McpRegistry) {
  return {
    tools: listed.map((tool) => ({
      ...tool,
      scopes: scopesIn(tool),
      example: exampleArguments(byName.get(tool.name)?.operation),
    })),
    prompts: (prompts?.listed ?? []).map((prompt) => ({
      ...namesOf(prompt),
      scopes: scopesIn(prompt),
      arguments: (prompt.arguments ?? []).map(({ name, description = '', required = false }) => ({
        ...{ name, description, required },
      })),
    })),
    documents: [
      ...(resources?.listed ?? []).map((one) => ({ ...documentOf(one), address: one.uri })),
      ...(resources?.templates ?? []).map((one) => ({ ...documentOf(one), address: one.uriTemplate })),
    ],
  }
}

type Listed = {
  name: string
  title?: string | undefined
  description?: string | undefined
  _meta?: Record<string, unknown> | undefined
}

function documentOf(listed: Listed & { mimeType?: string | undefined }) {
  return { ...namesOf(listed), scopes: scopesIn(listed), mimeType: listed.mimeType ?? '' }
}

function namesOf({ name, title = name, description = '' }: Listed) {
  return { name, title, description }
}

function scopesIn({ _meta }: Pick<Listed, '_meta'>): readonly string[] {
  const scopes = _meta?.['timbre/scopes']
  return Array.isArray(scopes) ? scopes : []
}

/** What a call cannot do without; where nothing is demanded, what comes first. */
function exampleArguments(operation: Operation | undefined): Record<string, unknown> {
  if (!operation) return {}
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input' })
  const [first] = Object.keys(properties)
  const shown = required.length > 0 || first === undefined ? required : [first]
  return Object.fromEntries(shown.map((name) => [name, exampleOf(properties[name] as never, {})]))
}
