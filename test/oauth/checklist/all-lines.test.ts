import { join } from 'node:path'
import { expect, test } from 'vitest'
import { numbersMissing } from '../../support/numbered.ts'

test('every line of the checklist, 1 to 65, is held by a test that begins with its number', () => {
  // Those of the endpoint for models are numbered by a list of their own.
  const missing = numbersMissing(join(import.meta.dirname, '../..'), 65, (file) => !file.startsWith('mcp'))
  expect(missing).toEqual([])
})
