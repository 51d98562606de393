import { z } from 'zod'
import { exampleOf } from '../../contract/json-schema.ts'
import type { Operation } from '../../contract/operation.ts'
import type { McpRegistry } from './registry.ts'
import type { Toolbox } from './tools.ts'

/**
 * The content of `tools/list`, `prompts/list` and `resources/list` for a documentation page, with example arguments for
 * each tool.
 */
export function createToolDocs({ list, byName }: Toolbox, { prompts, resources }: McpRegistry) {
  return {
    tools: list().map((tool) => ({
      ...tool,
      scopes: scopesIn(tool),
      example: exampleArguments(byName.get(tool.name)?.operation),
    })),
    prompts: (prompts?.listed ?? []).map((prompt) => ({
      ...namesOf(prompt),
      scopes: scopesIn(prompt),
      arguments: (prompt.arguments ?? []).map(({ name, description = '', required = false }) => ({
        name,
        description,
        required,
      })),
    })),
    documents: [
      ...(resources?.listed ?? []).map((resource) => ({ ...documentOf(resource), address: resource.uri })),
      ...(resources?.templates ?? []).map((template) => ({
        ...documentOf(template),
        address: template.uriTemplate,
      })),
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

/** Example values for the required arguments, or else for the first one. */
function exampleArguments(operation: Operation | undefined): Record<string, unknown> {
  if (!operation) return {}
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input' })
  const [first] = Object.keys(properties)
  const shown = required.length > 0 || first === undefined ? required : [first]
  return Object.fromEntries(shown.map((name) => [name, exampleOf(properties[name] as never, {})]))
}
