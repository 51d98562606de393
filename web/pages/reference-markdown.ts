import type { DescribedApi, ReferenceCall, Shape } from '../../src/http/views/reference-view.ts'
import { groupsOf, notesOf, resolveSchemaReference, shapesIn, typeName } from './api-shapes.ts'

/**
 * `/docs/reference.md`: the plain reference as Markdown, for programs. Generated from the OpenAPI document like the
 * page; its texts are Markdown already.
 */
export function referenceInMarkdown(description: object): string {
  const api = description as DescribedApi
  const { info, servers, components } = api
  const groups = groupsOf(api)
  return blocks([
    `# ${info.title}`,
    servers.map(({ url, description }) => `- ${url}: ${description}`).join('\n'),
    info.description,
    ...groups.flatMap(({ tag, calls }) => [
      `## ${tag['x-displayName']}`,
      tag.description,
      ...calls.map((call) => callText(api, call)),
    ]),
    '## Shapes',
    ...Object.entries(components.schemas ?? {}).flatMap(([name, shape]) => {
      const { description } = shape as Shape
      return [`### ${name}`, description, fieldsText(api, shape as Shape)]
    }),
  ])
}

/** Joins non-empty paragraphs with a blank line. */
export function blocks(texts: readonly (string | undefined)[]): string {
  return `${texts
    .map((text) => text?.trim())
    .filter(Boolean)
    .join('\n\n')}\n`
}

/** A list entry: a name with its type and description. */
export function entry(name: string, notes: readonly string[], text = ''): string {
  const head = `- \`${name}\`${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
  return text ? `${head}: ${text.replaceAll(/\s*\n\s*/g, ' ')}` : head
}

/** Fields of a schema as a list. */
export function fieldEntries({ properties = {}, required = [] }: Shape): string {
  return Object.entries(properties)
    .map(([name, field]) => entry(name, notesOf(field, required.includes(name)), field.description))
    .join('\n')
}

function callText(api: DescribedApi, { method, path, call }: ReferenceCall): string {
  const parameters = (call.parameters ?? []).map((parameter) => resolveSchemaReference(api, parameter))
  const body = call.requestBody?.content['application/json']?.schema
  const answers = Object.entries(call.responses).map(([status, one]) => ({
    status,
    ...resolveSchemaReference(api, one),
  }))
  return blocks([
    `### ${call.summary ?? call.operationId}`,
    `\`${method} ${path}\``,
    call.description,
    parameters.length > 0 ? 'Parameters:' : '',
    parameters
      .map(({ name, in: location, required, description, schema }) =>
        entry(name, [location, ...notesOf(schema ?? {}, required)], description),
      )
      .join('\n'),
    body && 'Body:',
    body && fieldsText(api, body),
    'Answers:',
    answers
      .map(({ status, description, content }) =>
        entry(status, shapesIn(content?.['application/json']?.schema), description),
      )
      .join('\n'),
  ])
}

function fieldsText(api: DescribedApi, shape: Shape): string {
  const resolved = resolveSchemaReference(api, shape)
  return resolved.properties ? fieldEntries(resolved) : typeName(shape)
}
