import { afterAll } from 'vitest'

/**
 * Runs `end` after the last test of the current file and after that file's own hooks, in reverse order of registration.
 * Files of a worker share imported modules, so a hook next to the function that starts something would only run for the
 * first file.
 */
export function afterFile(end: () => unknown): void {
  ends.push(end)
}

const ends: (() => unknown)[] = []

/** Called once per test file by `each-file.ts`. */
export function runFileCleanups(): void {
  afterAll(async () => {
    const failures: unknown[] = []
    for (let end = ends.pop(); end; end = ends.pop()) {
      try {
        await end()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length === 1) throw failures[0]
    if (failures.length > 1) throw new AggregateError(failures, failures.join('\n'))
  })
}
