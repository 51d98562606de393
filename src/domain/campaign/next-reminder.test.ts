import { expect, test } from 'vitest'
import { nextReminderAt } from './next-reminder.ts'

const invitedAt = new Date('2026-03-02T10:00:00Z')
const days = [3, 6]
const next = (now: string, messagedAt = invitedAt.toISOString(), isAsked = false) =>
  nextReminderAt({ days, invitedAt, messagedAt: new Date(messagedAt), isAsked }, new Date(now))?.toISOString()

test.each([
  ['before the first day', '2026-03-03T10:00:00Z', undefined, '2026-03-05T10:00:00.000Z'],
  ['on it, when it has not been sent yet', '2026-03-05T11:00:00Z', undefined, '2026-03-05T11:00:00.000Z'],
  ['after the first', '2026-03-05T12:00:00Z', '2026-03-05T11:00:00Z', '2026-03-08T10:00:00.000Z'],
  [
    'when the first could not be sent for two days',
    '2026-03-07T11:00:00Z',
    undefined,
    '2026-03-08T10:00:00.000Z',
  ],
  [
    'an hour after someone reminded by hand',
    '2026-03-08T09:00:00Z',
    '2026-03-08T08:00:00Z',
    '2026-03-09T04:00:00.000Z',
  ],
  ['after the last', '2026-03-08T12:00:00Z', '2026-03-08T11:00:00Z', undefined],
])('the next reminder %s', (_, now, messagedAt, expected) => {
  expect(next(now, messagedAt)).toBe(expected)
})

test('the next reminder that someone has asked for', () => {
  expect(next('2026-03-03T10:00:00Z', undefined, true)).toBe('2026-03-03T10:00:00.000Z')
})
