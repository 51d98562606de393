import { afterAll } from 'vitest'

/**
 * Runs after the last test of the file that is running now, and after that file's own hooks; what was begun last is
 * ended first. All files of a worker share the modules that they import, so a hook beside the function that starts
 * something would hear of the first file only.
 */
export function afterFile(end: () => unknown): void {
  ends.push(end)
}

const ends: (() => unknown)[] = []

/** Called once for each file of tests, by `each-file.ts`. */
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
