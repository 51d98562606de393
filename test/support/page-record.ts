import type { Page, Request } from 'playwright-core'

const latestShown = 12

/**
 * Records a page's requests from now on. The result describes the page for the report of a failed test: where it is,
 * what it shows, and which requests it made last, with those that have no answer yet.
 */
export function recordPage(page: Page): () => Promise<string> {
  const requests: { request: Request; outcome: string }[] = []
  const finish = (request: Request, outcome: string) => {
    for (const entry of requests) if (entry.request === request) entry.outcome = outcome
  }
  page.on('request', (request) => {
    requests.push({ request, outcome: 'no answer yet' })
    const settled = requests.findIndex(({ outcome }) => outcome !== 'no answer yet')
    if (requests.length > latestShown && settled >= 0) requests.splice(settled, 1)
  })
  page.on('response', (response) => finish(response.request(), String(response.status())))
  page.on('requestfailed', (request) => finish(request, request.failure()?.errorText ?? 'failed'))

  return async () => {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => `It can’t be read: ${error}`)
    const lines = requests.map(
      ({ request, outcome }) => `${request.method()} ${new URL(request.url()).pathname}: ${outcome}`,
    )
    return [`The page at ${page.url()} shows:`, shown, 'Its latest requests:', ...lines].join('\n')
  }
}
