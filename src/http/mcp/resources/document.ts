import type { ErrorCode } from '../../../contract/errors.ts'
import type { QueryName } from '../queries.ts'
import type { ResourceContents } from '../registry.ts'
import type { McpRequestContext } from '../request-context.ts'

/** A variable of a URI template, which decides how it is completed. */
export type UriVariable = 'locale' | 'assessment' | 'profileId'
export type UriVariables = Readonly<Record<UriVariable, string>>

/** A kind of resource, by its URI template (RFC 6570, level 1). */
export type ResourceDocument = {
  template: `assessment://${string}`
  name: string
  title: string
  description: string
  mimeType: 'application/json' | 'text/markdown'
  /** Importance for the model, 0 to 1. */
  priority: number
  /** The operation that reads it. Undefined for static texts, and for variables without an operation. */
  queryFor: (variables: UriVariables) => QueryName | undefined
  /** The text and metadata. Undefined for invalid variables. */
  render: (
    variables: UriVariables,
    context: McpRequestContext,
  ) => Promise<Pick<ResourceContents, 'text' | '_meta'> | undefined>
  /** Messages for missing documents, by error code. The default is the protocol's own. */
  notFoundMessages?: Readonly<Partial<Record<ErrorCode, string>>>
  /** URIs in the list of resources. Others are only in the list of templates. */
  listed?: readonly { variables: Partial<UriVariables>; name: string; title: string }[]
}

/** The variables of a URI that matches the template. Their values are validated by the operation. */
export function matchUri({ template }: ResourceDocument, uri: string): UriVariables | undefined {
  const [templateSegments, segments] = [template.split('/'), uri.split('/')]
  if (templateSegments.length !== segments.length) return undefined
  const variables: Record<string, string> = {}
  for (const [index, segment] of templateSegments.entries()) {
    const name = variableName(segment)
    const text = segments[index] ?? ''
    if (name === undefined ? text !== segment : text === '') return undefined
    if (name !== undefined) variables[name] = text
  }
  return variables as UriVariables
}

export function expandUri({ template }: ResourceDocument, variables: Partial<UriVariables>): string {
  return template
    .split('/')
    .map((segment) => variables[variableName(segment) as UriVariable] ?? segment)
    .join('/')
}

export function variablesOf({ template }: ResourceDocument): UriVariable[] {
  return template.split('/').flatMap((segment) => (variableName(segment) as UriVariable | undefined) ?? [])
}

function variableName(segment: string): string | undefined {
  return /^\{(\w+)\}$/.exec(segment)?.[1]
}
