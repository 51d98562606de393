import { expect, test } from 'vitest'
import { nearDay } from './near-day.ts'

test('shows a near day by its distance, and a distant one with its year', () => {
  const now = new Date(2026, 10, 21, 0, 30)
  expect(nearDay(new Date(2026, 10, 21, 0, 1), now)).toBe('today')
  expect(nearDay(new Date(2026, 10, 20, 23, 59), now)).toBe('yesterday')
  expect(nearDay(new Date(2026, 10, 13), now)).toBe('13 Nov')
  expect(nearDay(new Date(2025, 11, 31), now)).toBe('31 Dec 2025')
})
