import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

/** Every page for readers of an installation that is made of a document of the repository. */
const guides = ['/docs/events', '/docs/orders', '/docs/company-sign-in', '/docs/mcp', '/docs/reference']
const others = ['/docs', '/docs/connect', '/about', '/technical', '/example']

let running: TestService
beforeAll(async () => {
  running = await startTestService()
})

const read = async (path: string) => (await fetch(running.url + path)).text()

/** Addresses of links, as the page and as a reader of Markdown resolves them. */
function linksOf(text: string, path: string): URL[] {
  const written = path.endsWith('.md')
    ? text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)
    : text.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)
  return [...written].map(([, link = '']) => new URL(link.replaceAll('&amp;', '&'), running.url + path))
}

describe('every link of a guide leads to something that this installation serves', () => {
  test.each([...guides, ...others, '/docs/events.md', '/docs/orders.md', '/docs/company-sign-in.md'])(
    '%s',
    async (path) => {
      const links = linksOf(await read(path), path)
      if (!path.endsWith('.md')) expect(links.length).toBeGreaterThan(2)
      const own = links.filter(({ origin }) => origin === running.url)
      for (const address of new Set(own.map(({ pathname, search }) => pathname + search))) {
        const answer = await fetch(running.url + address)
        expect(answer.status, `${path} links to ${address}`).toBe(200)
        const text = await answer.text()
        const parts = own.filter((link) => link.pathname + link.search === address && link.hash)
        for (const { hash } of parts)
          expect(text, `${path} links to ${address}${hash}`).toContain(
            `id="${decodeURIComponent(hash.slice(1))}"`,
          )
      }
    },
  )
})

describe('the list of guides', () => {
  test.each(['/docs', ...guides])('is on %s, with each of them', async (path) => {
    const own = linksOf(await read(path), path).map(({ pathname }) => pathname)
    expect(own).toEqual(expect.arrayContaining([...guides, '/docs/connect']))
  })

  test('can be followed from the frame of the reference, too, and is known to language models', async () => {
    const page = await read('/docs')
    const overview = await read('/llms.txt')
    for (const path of guides) expect(page).toContain(path)
    for (const path of ['/docs/events.md', '/docs/orders.md', '/docs/company-sign-in.md', '/docs/mcp.md'])
      expect(overview).toContain(path)
  })
})
