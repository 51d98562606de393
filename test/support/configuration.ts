import { readConfig } from '../../src/config.ts'

/** What this environment configures; throws with all lines where it is refused. */
export function configOf(environment: Record<string, string> = {}) {
  const read = readConfig(environment)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return read.config
}

/** The lines in which this environment is refused; none where it is not. */
export function errorsOf(environment: Record<string, string>): string[] {
  const read = readConfig(environment)
  return 'errors' in read ? read.errors : []
}
