import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readCommit } from '../platform/commit.ts'

const root = join(import.meta.dirname, '../..')

export const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/** 40 hexadecimal characters, or `unknown`. */
export const commit = readCommit(root)
