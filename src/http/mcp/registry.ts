import type { CompleteRequest, Prompt, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { Scope } from '../../contract/scope.ts'
import type { McpRequestContext } from './request-context.ts'

/**
 * Prompts, resources and completions. Created once at the start; missing parts are not announced as capabilities. All
 * data is read by operations, through the request context.
 */
export type McpRegistry = {
  prompts?: PromptHandlers
  resources?: ResourceHandlers
  complete?: CompleteArgument
  /** Supported protocol extensions and their settings, by name. */
  extensions?: Readonly<Record<string, Readonly<Record<string, never>>>>
}

export type PromptHandlers = {
  /** In the order of the list. */
  listed: readonly Prompt[]
  /** The scopes of this prompt, empty for an unknown name. Without them: 403, before arguments are read. */
  scopesOf: (name: string) => readonly Scope[]
  /** Undefined for an unknown prompt. Fails as `invalid` for a missing argument. */
  get: (
    name: string,
    args: Record<string, unknown>,
    context: McpRequestContext,
  ) => Promise<PromptResult | undefined>
}

export type PromptResult = {
  description?: string
  messages: { role: 'user' | 'assistant'; content: { type: 'text'; text: string } }[]
}

export type ResourceHandlers = {
  listed: readonly Resource[]
  templates: readonly ResourceTemplateType[]
  /** The scopes of this URI, empty for an unknown one. Without them: 403, before the resource is read. */
  scopesOf: (uri: string) => readonly Scope[]
  /** Undefined for an unknown resource. May fail as `missing` with a more specific message. */
  read: (uri: string, context: McpRequestContext) => Promise<readonly ResourceContents[] | undefined>
}

export type ResourceContents = {
  uri: string
  mimeType: string
  text: string
  _meta?: Record<string, unknown>
}

/**
 * Values for a partial text, best first; at most 100 are sent. Without the scopes it returns no values instead of a
 * 403, so check `context.hasScope` before running a query.
 */
export type CompleteArgument = (
  params: Pick<CompleteRequest['params'], 'ref' | 'argument'>,
  context: McpRequestContext,
) => Promise<CompletionValues>

/** `total` counts all matches, including those beyond the values. */
export type CompletionValues = { values: readonly string[]; total: number }
