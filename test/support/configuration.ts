import { readConfig } from '../../src/config.ts'

/** The configuration of this environment. Throws with all error lines if it is invalid. */
export function configOf(environment: Record<string, string> = {}) {
  const read = readConfig(environment)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return read.config
}

/** The error lines for this environment; empty if it is valid. */
export function errorsOf(environment: Record<string, string>): string[] {
  const read = readConfig(environment)
  return 'errors' in read ? read.errors : []
}
