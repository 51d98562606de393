import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  // Files of the same process would get these modules in another language.
  vi.resetModules()
})

test('a share is written as the language of the page does, and in a file for programs', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } })
  vi.stubGlobal('timbreWords', {})
  vi.resetModules()
  const { csvCell, shareText } = await import('./charts.ts')
  const share = { part: 1, whole: 8 }
  expect([shareText(share), csvCell(share), csvCell(1234)]).toEqual(['13\u00a0%', '13%', 1234])
  const none = { part: 0, whole: 0 }
  expect([shareText(none), csvCell(none)]).toEqual(['–', '–'])
})

test('people who were invited in the last days are not counted as lost', async () => {
  const { chartsOf } = await import('./charts.ts')
  const funnel = { invited: 40, opened: 14, started: 12, completed: 10 }
  const report = {
    ...{ funnel, from: '2026-02-01', to: '2026-03-02', timeZone: 'UTC', interval: 'day', buckets: [] },
    ...{ hours: [], languages: { people: 0, counts: [] }, devices: {}, reliability: {} },
  } as never
  const summary = (settled: Parameters<typeof chartsOf>[1]) => chartsOf(report, settled).funnel.summary
  expect(summary('everyone')).toBe('Most people are lost before “Opened”: 26.')
  expect(summary({ invited: 20, opened: 18, started: 15, completed: 10 })).toBe(
    'Most people are lost before “Completed”: 5, not counting those invited in the last 3 days.',
  )
  expect(summary(null)).toMatch(/^It’s too early to say where people are lost/)
  // Ten were invited two weeks ago, the others yesterday.
  expect(summary({ invited: 10, opened: 10, started: 10, completed: 10 })).toBe(
    'Everyone who was invited before the last 3 days has completed.',
  )
  // The period without the last days couldn't be read: nothing is known of when they were invited.
  expect(summary('unknown')).toBe('')
})
