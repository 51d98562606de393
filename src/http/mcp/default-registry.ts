import { complete } from './completion.ts'
import { promptHandlers } from './prompts/handlers.ts'
import type { McpRegistry } from './registry.ts'
import { resourceHandlers } from './resources/handlers.ts'

/** Everything that this service offers besides its tools. */
export const defaultRegistry: McpRegistry = { prompts: promptHandlers, resources: resourceHandlers, complete }
