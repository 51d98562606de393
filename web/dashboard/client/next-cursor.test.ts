import { expect, test } from 'vitest'
import { nextCursor } from './next-cursor.ts'

const address = 'https://timbre.test/api/v4/profiles?search=a%2C+b&limit=2'

test('finds the cursor next to the page number, and none on the last page', () => {
  const header = `<${address}&page=1>; rel="first", <${address}&page=2>; rel="next", <${address}&page=3>; rel="last", <${address}&after=eyJ>; rel="next"`
  expect(nextCursor(header, 'after')).toBe('eyJ')
  expect(nextCursor(header, 'afterEntry')).toBeUndefined()
  expect(
    nextCursor(`<${address}&page=1>; rel="first", <${address}&page=1>; rel="last"`, 'after'),
  ).toBeUndefined()
  expect(nextCursor('', 'after')).toBeUndefined()
})
