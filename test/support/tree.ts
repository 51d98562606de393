import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tree } from './syntax.ts'

/** The files of the repository that match a pattern, as they are on disk. */
export function readTree(pattern: string): Tree {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(pattern, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  const isBuilt = (path: string) => /[\\/]dist[\\/]/.test(path)
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isBuilt(path.slice(root.length)))
  return Object.fromEntries(
    paths.map((path) => [path.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  )
}
