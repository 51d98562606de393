import { expect, test } from 'vitest'
import { pictureProblem } from './picture.ts'
import { changedPreferences, preferenceValues } from './preference-changes.ts'

const nothingSet = preferenceValues({})

test('an unchanged form sends nothing', () => {
  expect(changedPreferences(nothingSet, nothingSet)).toEqual({})
  expect(
    changedPreferences(preferenceValues({ retentionDays: 730 }), preferenceValues({ retentionDays: 730 })),
  ).toEqual({})
})

test('a cleared field returns to its default, and only that is sent', () => {
  const before = preferenceValues({ senderName: 'Ada', retentionDays: 730, locale: 'de' })
  expect(changedPreferences(before, { ...before, senderName: '', retentionDays: '' })).toEqual({
    senderName: null,
    retentionDays: null,
  })
})

test('days are sent as a number and texts trimmed', () => {
  const after = { ...nothingSet, retentionDays: '365', replyTo: ' people@example.com ' }
  expect(changedPreferences(nothingSet, after)).toEqual({ retentionDays: 365, replyTo: 'people@example.com' })
})

test('days of reminders are sent as a list', () => {
  const after = { ...nothingSet, reminderDays: '3, 6' }
  expect(changedPreferences(nothingSet, after)).toEqual({ reminderDays: [3, 6] })
  expect(changedPreferences(after, nothingSet)).toEqual({ reminderDays: null })
  expect(preferenceValues({ reminderDays: [3, 6] }).reminderDays).toBe('3, 6')
})

test('debriefs on completion are off until turned on', () => {
  expect(nothingSet.debriefOnCompletion).toBe(false)
  const after = { ...nothingSet, debriefOnCompletion: true }
  expect(changedPreferences(nothingSet, after)).toEqual({ debriefOnCompletion: true })
  expect(preferenceValues({ debriefOnCompletion: true })).toEqual(after)
})

test('an image of the wrong type or size is rejected before upload', () => {
  expect(pictureProblem({ type: 'image/svg+xml', size: 10 })).toContain('PNG')
  expect(pictureProblem({ type: 'image/png', size: 262_145 })).toContain('257 KiB')
  expect(pictureProblem({ type: 'image/png', size: 262_144 })).toBeUndefined()
})
