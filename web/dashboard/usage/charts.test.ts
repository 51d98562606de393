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
