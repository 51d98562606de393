import { createRequire } from 'node:module'

/** The version of Timbre. */
export const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }
