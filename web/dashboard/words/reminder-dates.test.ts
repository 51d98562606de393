import { expect, test } from 'vitest'
import { reminderDates } from './reminder-dates.ts'

const now = new Date('2026-11-29T17:00:00Z')

test.each([
  ['count from today', [3, 6], '', 'UTC', ['2026-12-02', '2026-12-05']],
  ['end with the last day', [3, 6], '2026-12-04', 'UTC', ['2026-12-02']],
  ['may fall on the last day', [3, 6], '2026-12-05', 'UTC', ['2026-12-02', '2026-12-05']],
  ['are none if the last day comes first', [3, 6], '2026-11-30', 'UTC', []],
  ['are those of the account, where it is tomorrow', [3], '', 'Pacific/Auckland', ['2026-12-03']],
  ['wait for the morning where it is night', [3], '', 'Europe/Moscow', ['2026-12-02']],
  ['wait for the next one from 21:00 on', [3], '', 'Asia/Yekaterinburg', ['2026-12-03']],
])('reminders %s', (_, days, deadline, zone, expected) => {
  expect(reminderDates(days, { deadline, zone, now })).toEqual(expected)
})
