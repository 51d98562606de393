import { expect, test } from 'vitest'
import { changedBetween, writtenOf } from './changed.ts'
import { faultOfPicture } from './picture.ts'

const nothingSet = writtenOf({})

test('a form that nobody touched sends nothing', () => {
  expect(changedBetween(nothingSet, nothingSet)).toEqual({})
  expect(changedBetween(writtenOf({ retentionDays: 730 }), writtenOf({ retentionDays: 730 }))).toEqual({})
})

test('what was emptied goes back to the standard, and only that is sent', () => {
  const before = writtenOf({ senderName: 'Ada', retentionDays: 730, locale: 'de' })
  expect(changedBetween(before, { ...before, senderName: '', retentionDays: '' })).toEqual({
    senderName: null,
    retentionDays: null,
  })
})

test('days are sent as a number and texts without their ends', () => {
  const after = { ...nothingSet, retentionDays: '365', replyTo: ' people@example.com ' }
  expect(changedBetween(nothingSet, after)).toEqual({ retentionDays: 365, replyTo: 'people@example.com' })
})

test('a picture of the wrong kind or size is told so before it is sent', () => {
  expect(faultOfPicture({ type: 'image/svg+xml', size: 10 })).toContain('PNG')
  expect(faultOfPicture({ type: 'image/png', size: 262_145 })).toContain('257 KiB')
  expect(faultOfPicture({ type: 'image/png', size: 262_144 })).toBeUndefined()
})
