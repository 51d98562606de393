import { complete } from './completion.ts'
import type { Library } from './library.ts'
import { promptShelf } from './prompts/shelf.ts'
import { resourceShelf } from './resources/shelf.ts'

/** Everything that this service offers besides its tools. */
export const library: Library = { prompts: promptShelf, resources: resourceShelf, complete }
