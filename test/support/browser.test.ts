import { describe, expect, test } from 'vitest'
import { browserAvailable, launchBrowser } from './browser.ts'

describe.skipIf(!browserAvailable)('the browser of the tests', () => {
  test('opens a page and shares nothing between contexts', async () => {
    const browser = await launchBrowser()
    try {
      const context = await browser.open()
      const page = await context.newPage()
      await page.setContent('<title>ready</title>')
      expect(await page.title()).toBe('ready')
      expect(await context.cookies()).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
