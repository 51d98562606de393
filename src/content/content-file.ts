import { readFileSync } from 'node:fs'

/** Where the content stands: JSON files that are read once, when the module that needs them is loaded. */
export const contentRoot = new URL('../../content/', import.meta.url)

/**
 * Reads a content file and freezes what it holds, to the last array, so that nobody can change a form in memory.
 * `path` is relative to the root. Throws an error that names the file when it is missing or is not JSON.
 */
export function readContent<Value>(path: string, root: URL = contentRoot): Value {
  try {
    return deepFreeze(JSON.parse(readFileSync(new URL(path, root), 'utf8')) as Value)
  } catch (cause) {
    throw new Error(`content/${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
