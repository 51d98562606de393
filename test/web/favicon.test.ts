import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { startTestService, type TestService } from '../support/service.ts'

describe.skipIf(!browserAvailable)('/favicon.ico', () => {
  let running: TestService
  let browser: Browser
  beforeAll(async () => {
    running = await startTestService()
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  test('is an image that browsers show, cached for a day', async () => {
    const answer = await fetch(`${running.url}/favicon.ico`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const context = await browser.open()
    const page = await context.newPage()
    await page.goto(`${running.url}/about`)
    const seen = await page.evaluate(async () => {
      const image = new Image()
      image.src = '/favicon.ico'
      await image.decode()
      const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      canvas.drawImage(image, 0, 0)
      const at = (x: number, y: number) => [...canvas.getImageData(x, y, 1, 1).data]
      return { width: image.naturalWidth, height: image.naturalHeight, plate: at(3, 16), bar: at(16, 20) }
    })
    expect(seen).toEqual({ width: 32, height: 32, plate: [23, 32, 27, 255], bar: [245, 247, 244, 255] })
    await context.close()
  })
})
