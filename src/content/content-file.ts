import { readFileSync } from 'node:fs'

/** The folder of the content: JSON files, each read once when the module that needs it is loaded. */
export const contentRoot = new URL('../../content/', import.meta.url)

/**
 * Reads a content file and freezes the value deeply, so that nothing can change a form in memory. `path` is relative to
 * the root. Throws an error that names the file if it is missing or not JSON.
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
