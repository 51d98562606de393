import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionIds, listProgramConnections } from '../../src/http/web/connections.ts'
import { projectRegistryListing, registryListing } from '../../src/http/web/registry-listing.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, watch } from '../support/person.ts'
import { startTestService, type TestService } from '../support/service.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService()
})

const address = 'https://timbre.example.com/mcp'
const connectionOf = (id: string) =>
  listProgramConnections(address).find((connection) => connection.id === id)

describe('commands to copy', () => {
  test('contain the address for every program, and no secret', () => {
    const connections = listProgramConnections(address)
    expect(connections.map(({ id }) => id)).toEqual(connectionIds)
    for (const { id, copied } of connections) {
      for (const { text, file } of copied) {
        if (id !== 'inspector') expect(text).toContain(address)
        expect(text).not.toMatch(/bearer|secret|token/i)
        if (file) expect(() => JSON.parse(text)).not.toThrow()
      }
    }
  })

  test('opens Cursor with its configuration in base64', () => {
    const link = new URL(connectionOf('cursor')?.open ?? '')
    expect(`${link.protocol}//${link.host}${link.pathname}`).toBe(
      'cursor://anysphere.cursor-deeplink/mcp/install',
    )
    const configuration = Buffer.from(link.searchParams.get('config') ?? '', 'base64').toString()
    expect([link.searchParams.get('name'), JSON.parse(configuration)]).toEqual(['timbre', { url: address }])
  })

  test('opens VS Code with its configuration in the query', () => {
    const link = connectionOf('vscode')?.open ?? ''
    expect(link).toMatch(/^vscode:mcp\/install\?/)
    const configuration = JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1)))
    expect(configuration).toEqual({ name: 'timbre', type: 'http', url: address })
  })
})

describe('GET /docs/connect', () => {
  test('200 with this installation in every text, and without inline scripts or other hosts', async () => {
    const answer = await fetch(`${running.url}/docs/connect`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
    const html = await answer.text()
    expect(html).toContain(`claude mcp add --transport http timbre ${running.url}/mcp`)
    expect(html).toContain('no public https address')
    const hosts = [...html.matchAll(/https?:\/\/[^/"'\s&\\<]+/g)].map(([found]) => found)
    expect(new Set(hosts)).toEqual(new Set([running.url]))
  })

  test('the commands for your own program work as shown', async () => {
    const { clientId, clientSecret } = await running.account()
    const html = await (await fetch(`${running.url}/docs/connect`)).text()
    const texts = [...html.matchAll(/<code>([^<]*)<\/code>/g)].map(([, text = '']) => plain(text))
    const [signIn, call] = texts.filter((text) => text.includes('curl'))
    const script = `${signIn}\n${call}`
      .replace('YOUR_CLIENT_ID', clientId)
      .replace('YOUR_CLIENT_SECRET', clientSecret)
    const { stdout } = await promisify(execFile)('sh', ['-c', script])
    expect(JSON.parse(stdout).result.tools).toHaveLength(8)
  })

  test('the start page and the reference link to it', async () => {
    const home = await (await fetch(`${running.url}/about`)).text()
    expect(home).toContain('href="/docs/connect"')
    const { info } = (await (await fetch(`${running.baseUrl}/openapi.json`)).json()) as {
      info: { description: string }
    }
    expect(info.description).toContain(`${running.url}/docs/connect`)
    expect(info.description).toContain(`claude mcp add --transport http timbre ${running.url}/mcp`)
  })

  test('308 for the address with a trailing slash', async () => {
    const answer = await fetch(`${running.url}/docs/connect/`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/docs/connect'])
  })
})

describe('server.json', () => {
  test('of the project equals the generated one', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(JSON.parse(readFileSync('server.json', 'utf8'))).toEqual(projectRegistryListing(version))
  })

  test('of an installation uses its reversed host name, and links to its endpoint', async () => {
    const answer = await fetch(`${running.url}/server.json`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      remotes: [{ type: 'streamable-http', url: `${running.url}/mcp` }],
    })
    expect(registryListing('https://timbre.example.com', '1.2.3')).toMatchObject({
      name: 'com.example.timbre/timbre',
      version: '1.2.3',
      remotes: [{ url: 'https://timbre.example.com/mcp' }],
    })
  })

  test("stays within the registry's limits", () => {
    for (const listing of [
      registryListing('https://timbre.example.com', '1.0.0'),
      projectRegistryListing('1.0.0'),
    ]) {
      expect(listing.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      expect(listing.description.length).toBeLessThanOrEqual(100)
    }
  })
})

describe.skipIf(!browserAvailable)('the page in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  for (const { name, viewport, colorScheme, options } of [
    {
      name: 'a small phone in dark',
      viewport: { width: 320, height: 640 },
      colorScheme: 'dark',
      options: {},
    },
    {
      name: 'a desktop in light',
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      options: { tags: 'long' },
    },
  ] as const) {
    test(`on ${name}: copies, fits, and requests no other host`, options, async () => {
      const permissions = ['clipboard-read', 'clipboard-write']
      const context = await browser.open({ viewport, colorScheme, permissions })
      const page = await context.newPage()
      const { faults } = watch(page, running.url)
      await page.goto(`${running.url}/docs/connect`)
      expect(await axe(page)).toEqual([])
      const command = page.locator('.connection', { hasText: 'Claude Code' })
      await command.getByRole('button').click()
      await command.getByText('Copied').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `claude mcp add --transport http timbre ${running.url}/mcp`,
      )
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways).toBeLessThanOrEqual(0)
      const outOfItsBox = await page.evaluate(
        () =>
          [...document.querySelectorAll('.copied')].filter((copied) => {
            const box = copied.querySelector('pre')?.getBoundingClientRect()
            const button = copied.querySelector('button')?.getBoundingClientRect()
            return !box || !button || button.bottom > box.bottom || button.right > box.right
          }).length,
      )
      expect(outOfItsBox).toBe(0)
      expect(faults).toEqual([])
      await context.close()
    })
  }
})

/** A text of the page as the clipboard gets it. */
function plain(text: string): string {
  const named: Record<string, string> = {
    '&quot;': '"',
    '&#39;': "'",
    '&lt;': '<',
    '&gt;': '>',
    '&amp;': '&',
  }
  return text.replace(/&(quot|#39|lt|gt|amp);/g, (entity) => named[entity] ?? entity)
}
