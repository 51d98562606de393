import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRing } from '../key-ring.ts'
import { knownBrowsers } from './known.ts'

const [ada, grace] = ['ada@example.com', 'grace@example.com']
const { payerOf, markFor } = knownBrowsers(createKeyRing([randomBytes(32)]))
const idOf = (mark: string | undefined, email: string) => payerOf(mark, email)?.key

test('a mark is good for the address that it was made for, and keeps its id when it is renewed', () => {
  const mark = markFor(ada, undefined)
  const id = idOf(mark, ada)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(idOf(markFor(ada, mark), ada)).toBe(id)
  expect(idOf(markFor(ada, undefined), ada)).not.toBe(id)
  expect(mark).not.toContain('ada')
})

test('a mark is no mark for another address, under another key, or with another id', () => {
  const mark = markFor(ada, undefined)
  const other = mark.replace(/_(.)(?=[\w-]{63}$)/, (_, first) => `_${first === 'A' ? 'B' : 'A'}`)
  expect(idOf(mark, grace)).toBeUndefined()
  expect(knownBrowsers(createKeyRing([randomBytes(32)])).payerOf(mark, ada)).toBeUndefined()
  expect(idOf(other, ada)).toBeUndefined()
  for (const text of [undefined, '', 'tmb_known_', `${mark}A`, `tmb_known_${'A'.repeat(64)}`]) {
    expect(idOf(text, ada)).toBeUndefined()
  }
  expect(idOf(markFor(grace, mark), grace)).not.toBe(idOf(mark, ada))
})
