import { afterEach, expect, test, vi } from 'vitest'
import { nearDay } from './near-day.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  // Files of the same process would get these modules in another language.
  vi.resetModules()
})

test('shows a near day by its distance, and a distant one with its year', () => {
  const now = new Date(2026, 10, 21, 0, 30)
  expect(nearDay(new Date(2026, 10, 21, 0, 1), now)).toBe('today')
  expect(nearDay(new Date(2026, 10, 20, 23, 59), now)).toBe('yesterday')
  expect(nearDay(new Date(2026, 10, 13), now)).toBe('13 Nov')
  expect(nearDay(new Date(2025, 11, 31), now)).toBe('31 Dec 2025')
})

test.each([
  ['de', 'heute', 'gestern', '13. Nov.', '31. Dez. 2025'],
  ['ja', '今日', '昨日', '11月13日', '2025年12月31日'],
])('in %s, too', async (lang, today, yesterday, thisYear, lastYear) => {
  vi.stubGlobal('document', { documentElement: { lang } })
  vi.stubGlobal('timbreWords', {})
  vi.resetModules()
  const near = await import('./near-day.ts')
  const now = new Date(2026, 10, 21, 0, 30)
  const moments = [now, new Date(2026, 10, 20, 23, 59), new Date(2026, 10, 13), new Date(2025, 11, 31)]
  expect(moments.map((moment) => near.nearDay(moment, now))).toEqual([today, yesterday, thisYear, lastYear])
})
