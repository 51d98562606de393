import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What can be relied on, by its number in the description, with the test that shows it: its file, words of its title. */
export type BehaviorTests = Readonly<
  Record<number, readonly [behaviour: string, file: string, title: string]>
>

/** Those whose test is not there under that title: it was renamed, or lost. */
export function missingBehaviorTests(shown: BehaviorTests): string[] {
  return Object.entries(shown)
    .filter(([, [, file, title]]) => !titlesIn(file).some((one) => one.includes(title)))
    .map(([number, [behaviour, file]]) => `${number} ${behaviour}: ${file}`)
}

function titlesIn(file: string): string[] {
  const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  return [...source.matchAll(/\b(?:test|describe)\b[^'`"\n]*\(\s*(['`"])(.+?)\1/g)].map((one) => one[2] ?? '')
}
