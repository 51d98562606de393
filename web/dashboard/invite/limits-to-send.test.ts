import { expect, test } from 'vitest'
import { limitsToSend } from './limits-to-send.ts'

const now = Date.parse('2026-11-24T10:00:00Z')

test('sends nothing for the default', () => {
  expect(limitsToSend({ days: 30, most: '' }, now)).toEqual({})
})

test('sends the end of the day and a whole number of people', () => {
  expect(limitsToSend({ days: 7, most: ' 40 ' }, now)).toEqual({
    expiresAt: '2026-12-01T23:59:59.000Z',
    maxStarts: 40,
  })
  expect(limitsToSend({ days: 30, most: '2.5' }, now)).toEqual({})
})
