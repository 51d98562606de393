import { join } from 'node:path'
import { expect, test } from 'vitest'
import { numbersMissing } from '../../support/numbered.ts'

test('every behaviour of the endpoint for models, 1 to 65, is held by a test that begins with its number', () => {
  expect(numbersMissing(join(import.meta.dirname, '..'), 65)).toEqual([])
})
