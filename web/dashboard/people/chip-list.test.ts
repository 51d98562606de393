import { expect, test } from 'vitest'
import { chipsOf } from './chip-list.ts'

const labels = (search: Parameters<typeof chipsOf>[0]) =>
  chipsOf(search, () => 'Leads').map(({ label }) => label)

test('shows each active filter', () => {
  expect(
    labels({
      search: 'noor',
      tagIds: ['t'],
      discStyles: ['D', 'SC'],
      state: 'active',
      isCompleted: false,
      status: 'bounced',
      qualityOutcomes: ['invalid'],
      assessmentIds: ['core'],
      startedAfter: '2026-11-01',
      startedBefore: '2026-11-21',
      sort: 'name',
      page: 2,
    }),
  ).toEqual([
    '“noor”',
    'Tag Leads',
    'Style D, any',
    'Style SC',
    'Opened, not completed',
    'Bounced',
    'Unreliable answers',
    'Core completed',
    'Started 1 Nov 2026 or later',
    'Started 21 Nov 2026 or earlier',
  ])
  expect(labels({ sort: 'name', limit: 50 })).toEqual([])
})

test('removes one and keeps similar ones', () => {
  const [first, second] = chipsOf({ discStyles: ['D', 'SC'] }, String)
  expect([first?.without, second?.without]).toEqual([{ discStyles: ['SC'] }, { discStyles: ['D'] }])
  expect(chipsOf({ discStyles: ['D'] }, String)[0]?.without).toEqual({ discStyles: undefined })
})
