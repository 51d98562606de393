import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // Files of the same process would get these modules in another language.
  vi.resetModules()
})

test('ends with one full stop after a month that is shortened with one', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } })
  vi.stubGlobal('timbreWords', {})
  vi.resetModules()
  vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z'), toFake: ['Date'] })
  const { remindersText } = await import('./reminders-text.ts')
  expect(remindersText([3, 6], { deadline: '' })).toMatch(/ 2\. Dez\., 5\. Dez\.$/)
})
