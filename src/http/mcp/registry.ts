import type { CompleteRequest, Prompt, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { Scope } from '../../contract/scope.ts'
import type { McpRequestContext } from './request-context.ts'

/**
 * What there is besides tools: texts to begin with and documents to read. It is made once, at the start; a part that
 * is not there is not promised either. Whatever reads data reads it by operations, through the visit.
 */
export type McpRegistry = {
  prompts?: PromptHandlers
  resources?: ResourceHandlers
  complete?: CompleteArgument
  /** Extensions of the protocol that are offered, by their names, each with its settings. */
  extensions?: Readonly<Record<string, Readonly<Record<string, never>>>>
}

export type PromptHandlers = {
  /** In the order in which they are shown. */
  listed: readonly Prompt[]
  /** What this prompt needs; none where there is none of the name. Refused with 403 before any argument is read. */
  scopesOf: (name: string) => readonly Scope[]
  /** A missing argument is a failure of kind `invalid` that names it; undefined is a prompt that there is not. */
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
  /** What this address needs; none where nothing is there. Refused with 403 before the address is looked up. */
  scopesOf: (uri: string) => readonly Scope[]
  /** Undefined is a resource that there is not; a failure of kind `missing` says so in words of its own. */
  read: (uri: string, context: McpRequestContext) => Promise<readonly ResourceContents[] | undefined>
}

export type ResourceContents = {
  uri: string
  mimeType: string
  text: string
  _meta?: Record<string, unknown>
}

/**
 * Values for what is typed, best first; what is beyond a hundred is not sent. Whoever lacks a scope is told nothing,
 * and not refused: look at `visit.holds` before asking for names.
 */
export type CompleteArgument = (
  params: Pick<CompleteRequest['params'], 'ref' | 'argument'>,
  context: McpRequestContext,
) => Promise<CompletionValues>

/** `total` counts also what is not among the values. */
export type CompletionValues = { values: readonly string[]; total: number }
