import { expect, test } from 'vitest'
import { remindersOfCampaign } from './reminders-text.ts'

type Reminding = Parameters<typeof remindersOfCampaign>[0]
const open: Reminding = { state: 'open', reminderDays: [3, 6], deadline: null }
const none: Reminding = { ...open, reminderDays: [] }

test.each<[string, Reminding, string[], string]>([
  ['an ended campaign with reminders', { ...open, state: 'ended' }, [], 'No more'],
  ['an ended campaign that never had any', { ...none, state: 'ended' }, [], 'None'],
  ['an open campaign without any', none, [], 'None'],
  ['an open campaign whose people still get theirs', none, ['2026-12-02'], '2 Dec'],
  ['an open campaign with some to come', open, ['2026-12-02'], '3 and 6 days after each invite: 2 Dec'],
  ['an open campaign with none to come yet', open, [], 'After 3 and 6 days'],
  ['a last day before them', { ...open, deadline: '2020-01-01' }, [], 'None: the last day comes first'],
])('reminders of %s', (_, campaign, dates, text) => {
  expect(remindersOfCampaign(campaign, dates, 'UTC')).toBe(text)
})
