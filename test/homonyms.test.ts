import { expect, test } from 'vitest'
import { homonyms } from './support/homonyms.ts'
import { readTree } from './support/tree.ts'

/** Generated from the API's schemas, with their names on purpose. */
const generated = 'web/dashboard/client/types.ts'

/** Names with two declarations of the same meaning, and the reason for two. */
const allowed: Readonly<Record<string, string>> = {
  AssessmentId: 'the pages import nothing of src, so that only views reach the browser',
  CopyButton: 'the pages use Preact, the dashboard React',
  DiscScores: 'the API schema of the scores that src/scoring computes',
  Icon: 'the pages use Preact, the dashboard React',
  Level: 'src/scoring computes it, the API describes it, and charts import neither',
  Quality: 'the API schema of what src/scoring computes',
  Ruler: 'the pages use Preact, the dashboard React',
  joinSentences: 'the pages import nothing of src, and have a language tag instead of a locale',
  words: 'each folder of the dashboard has its own, which only that folder imports',
}

test('an exported name of src and web is declared once, or has a reason to be declared twice', () => {
  const { [generated]: _, ...tree } = readTree('{src,web}/**/*.{ts,tsx}')
  const found = homonyms(tree)
  expect(Object.fromEntries(Object.entries(found).filter(([name]) => !(name in allowed)))).toEqual({})
  expect(Object.keys(allowed).filter((name) => !(name in found))).toEqual([])
})

test('finds names of every kind of export, and counts one file once', () => {
  const tree = {
    'src/a.ts': `export type Tag = 1; export const Tag = 1; export const { one, two: three } = {}; export { x as four }`,
    'src/b.ts': `export function one() {}; export class three {}; export interface four {}`,
    'src/c.ts': `export { one } from './b.ts'; const three = 1; export const five = 1`,
    'src/d.test.ts': `export const five = 1`,
  }
  expect(homonyms(tree)).toEqual({
    one: ['src/a.ts', 'src/b.ts'],
    three: ['src/a.ts', 'src/b.ts'],
    four: ['src/a.ts', 'src/b.ts'],
  })
})
