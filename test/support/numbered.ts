import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Those numbers from 1 to `last` with which no name of a test begins, in the test files of a folder that count. */
export function numbersMissing(folder: string, last: number, counts = (_file: string) => true): number[] {
  const files = globSync('**/*.test.ts', { cwd: folder }).filter(
    (file) => counts(file) && !file.endsWith('all-lines.test.ts'),
  )
  const held = new Set(files.flatMap((file) => numbersIn(readFileSync(join(folder, file), 'utf8'))))
  return Array.from({ length: last }, (_, index) => index + 1).filter((number) => !held.has(number))
}

/** The numbers with which names of tests begin: of single ones, of tables and of groups. */
export function numbersIn(text: string): number[] {
  const names =
    /(?:\b(?:test|describe)(?:\.each\([^\n]*\))?\(|\]\s*(?:as const)?\s*,?\s*\)\()\s*['"`]((?:\d{1,2}, )*\d{1,2})\. \S/g
  return [...text.matchAll(names)].flatMap(([, numbers = '']) => numbers.split(', ').map(Number))
}
