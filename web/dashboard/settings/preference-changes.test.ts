import { expect, test } from 'vitest'
import { pictureProblem } from './picture.ts'
import { changedPreferences, preferenceValues } from './preference-changes.ts'

const nothingSet = preferenceValues({})

test('a form that nobody touched sends nothing', () => {
  expect(changedPreferences(nothingSet, nothingSet)).toEqual({})
  expect(
    changedPreferences(preferenceValues({ retentionDays: 730 }), preferenceValues({ retentionDays: 730 })),
  ).toEqual({})
})

test('what was emptied goes back to the standard, and only that is sent', () => {
  const before = preferenceValues({ senderName: 'Ada', retentionDays: 730, locale: 'de' })
  expect(changedPreferences(before, { ...before, senderName: '', retentionDays: '' })).toEqual({
    senderName: null,
    retentionDays: null,
  })
})

test('days are sent as a number and texts without their ends', () => {
  const after = { ...nothingSet, retentionDays: '365', replyTo: ' people@example.com ' }
  expect(changedPreferences(nothingSet, after)).toEqual({ retentionDays: 365, replyTo: 'people@example.com' })
})

test('a picture of the wrong kind or size is told so before it is sent', () => {
  expect(pictureProblem({ type: 'image/svg+xml', size: 10 })).toContain('PNG')
  expect(pictureProblem({ type: 'image/png', size: 262_145 })).toContain('257 KiB')
  expect(pictureProblem({ type: 'image/png', size: 262_144 })).toBeUndefined()
})
