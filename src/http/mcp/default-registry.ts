import { complete } from './completion.ts'
import { promptHandlers } from './prompts/handlers.ts'
import type { McpRegistry } from './registry.ts'
import { resourceHandlers } from './resources/handlers.ts'

/** The prompts, resources and completions of this service. */
export const defaultRegistry: McpRegistry = { prompts: promptHandlers, resources: resourceHandlers, complete }
