import type { ErrorCode } from '../../../contract/errors.ts'
import type { QueryName } from '../queries.ts'
import type { ResourceContents } from '../registry.ts'
import type { McpRequestContext } from '../request-context.ts'

/** What a part of an address stands for; completion goes by it. */
export type UriVariable = 'locale' | 'assessment' | 'profileId'
export type UriVariables = Readonly<Record<UriVariable, string>>

/** Documents of one kind, by the template of their addresses (RFC 6570, level 1: parts in braces). */
export type ResourceDocument = {
  template: `assessment://${string}`
  name: string
  title: string
  description: string
  mimeType: 'application/json' | 'text/markdown'
  /** 0 to 1: how much a host should want it in front of a model. */
  priority: number
  /** The operation that reads it, by its parts; nothing for a text of the service's own, or an address without one. */
  queryFor: (parts: UriVariables) => QueryName | undefined
  /** The text and what stands beside it; undefined for an address that cannot be one of these. */
  render: (
    parts: UriVariables,
    context: McpRequestContext,
  ) => Promise<Pick<ResourceContents, 'text' | '_meta'> | undefined>
  /** What to do where it is not there, by the code of the refusal. Without a word here it is merely not found. */
  notFoundMessages?: Readonly<Partial<Record<ErrorCode, string>>>
  /** Addresses that are listed by name; the others are found by ids. */
  listed?: readonly { parts: Partial<UriVariables>; name: string; title: string }[]
}

/** The parts of an address, when it is one of this kind. They are checked by whoever reads. */
export function matchUri({ template }: ResourceDocument, uri: string): UriVariables | undefined {
  const [wanted, actual] = [template.split('/'), uri.split('/')]
  if (wanted.length !== actual.length) return undefined
  const parts: Record<string, string> = {}
  for (const [at, step] of wanted.entries()) {
    const name = variable(step)
    const text = actual[at] ?? ''
    if (name === undefined ? text !== step : text === '') return undefined
    if (name !== undefined) parts[name] = text
  }
  return parts as UriVariables
}

export function expandUri({ template }: ResourceDocument, parts: Partial<UriVariables>): string {
  return template
    .split('/')
    .map((step) => parts[variable(step) as UriVariable] ?? step)
    .join('/')
}

export function variablesOf({ template }: ResourceDocument): UriVariable[] {
  return template.split('/').flatMap((step) => (variable(step) as UriVariable | undefined) ?? [])
}

function variable(step: string): string | undefined {
  return /^\{(\w+)\}$/.exec(step)?.[1]
}
