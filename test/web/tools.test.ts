import { beforeAll, describe, expect, test } from 'vitest'
import { renderLlmsTxt } from '../../src/http/web/llms-txt.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

type Listed = { name: string; inputSchema: { properties: Record<string, object> } }

/** Sends a request to the endpoint itself. */
async function ask(method: string, params: object = {}) {
  const answer = await fetch(`${running.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await answer.json()).result
}

describe('GET /docs/mcp', () => {
  test('200 with every tool, input, prompt and document of the endpoint, without a script', async () => {
    const answer = await fetch(`${running.url}/docs/mcp`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('link')).toBe('</docs/mcp.md>; rel="alternate"; type="text/markdown"')
    const html = await answer.text()
    expect(html).not.toContain('<script')
    expect(html).toContain(`<code>${running.url}/mcp</code>`)
    const markdown = await (await fetch(`${running.url}/docs/mcp.md`)).text()
    const { tools } = (await ask('tools/list')) as { tools: Listed[] }
    expect(tools).toHaveLength(8)
    for (const { name, inputSchema } of tools) {
      const part = html.split(`<article id="${name}"`)[1]?.split('</article>')[0] ?? ''
      const text = markdown.split(`\n\`${name}\`\n`)[1]?.split('\n### ')[0] ?? ''
      for (const input of Object.keys(inputSchema.properties)) {
        expect(part).toContain(`<dt><code>${input}</code>`)
        expect(text).toContain(`- \`${input}\` (`)
      }
    }
    const [{ prompts }, { resources }, { resourceTemplates }] = await Promise.all([
      ask('prompts/list'),
      ask('resources/list'),
      ask('resources/templates/list'),
    ])
    for (const { name } of prompts) expect(html).toContain(`<article id="${name}"`)
    for (const { uri, uriTemplate } of [...resources, ...resourceTemplates]) {
      expect(html).toContain(`<code>${uri ?? uriTemplate}</code>`)
      expect(markdown).toContain(`- \`${uri ?? uriTemplate}\` (`)
    }
  })

  test('the calls shown there are accepted unchanged', async () => {
    const markdown = await (await fetch(`${running.url}/docs/mcp.md`)).text()
    const calls = [...markdown.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text))
    expect(calls).toHaveLength(8)
    for (const { method, params } of calls) {
      const { isError, content } = await ask(method, params)
      // The ids are made up, so tools that need one find nothing.
      const needsId = /Id/.test(JSON.stringify(params.arguments))
      expect([params.name, isError ?? false]).toEqual([params.name, needsId])
      expect(content[0].text).not.toMatch(/Input validation|invalid/i)
      if (needsId) expect(content[0].text).toMatch(/not found|not on this account|no such/i)
    }
  })

  test('308 for the address with a trailing slash, and links to it from related pages', async () => {
    const slash = await fetch(`${running.url}/docs/mcp/`, { redirect: 'manual' })
    expect([slash.status, slash.headers.get('location')]).toEqual([308, '/docs/mcp'])
    for (const path of ['/about', '/docs/connect', '/docs/reference', '/llms.txt']) {
      const text = await (await fetch(running.url + path)).text()
      expect(text, path).toMatch(/["/]docs\/mcp["\n.)]/)
    }
  })
})

describe('GET /llms.txt', () => {
  test('200 as a title, a summary, notes, and lists of links with a line each', async () => {
    const answer = await fetch(`${running.url}/llms.txt`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const [title, summary, notes, ...sections] = (await answer.text()).trimEnd().split('\n\n')
    expect(title).toBe('# Timbre')
    expect(summary).toMatch(/^> [^\n]+$/)
    expect(notes).toMatch(/^(- [^\n]+\n?)+$/)
    expect(sections.at(-2)).toBe('## Optional')
    sections.forEach((text, at) => {
      if (at % 2 === 0) expect(text).toMatch(/^## [^\n]+$/)
      else expect(text).toMatch(/^(- \[[^\]\n]+\]\(https?:[^)\s]+\): [^\n]+\n?)+$/)
    })
  })

  test('links only to existing pages and anchors', async () => {
    const links = linksIn(await (await fetch(`${running.url}/llms.txt`)).text())
    expect(links.length).toBeGreaterThan(12)
    for (const link of links) {
      const answer = await fetch(link)
      expect([link, answer.status]).toEqual([link, 200])
      const text = await answer.text()
      if (link.hash) expect(text).toContain(`id="${link.hash.slice(1)}"`)
    }
  })

  test('has the addresses of its own installation, also with an authorization server on another host', () => {
    const [publicUrl, authUrl] = ['https://eu.timbre.example', 'https://sign-in.timbre.example']
    const baseUrl = `${publicUrl}/api/v4`
    const links = linksIn(renderLlmsTxt({ publicUrl, authUrl, baseUrl, region: 'eu', version: '1.0.0' }))
    expect(new Set(links.map(({ origin }) => origin))).toEqual(new Set([publicUrl, authUrl]))
    expect(links.filter(({ origin }) => origin === authUrl).map(({ pathname }) => pathname)).toEqual([
      '/.well-known/oauth-authorization-server',
      '/apps',
    ])
  })
})

describe('GET /docs/reference.md', () => {
  test('200 as Markdown with every operation, schema and field of the API document', async () => {
    const answer = await fetch(`${running.url}/docs/reference.md`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    const text = await answer.text()
    const { paths, components } = await (await fetch(`${running.baseUrl}/openapi.json`)).json()
    for (const [path, methods] of Object.entries<object>(paths)) {
      for (const method of Object.keys(methods))
        expect(text).toContain(`\n\`${method.toUpperCase()} ${path}\`\n`)
    }
    for (const [name, { properties = {} }] of Object.entries<{ properties?: object }>(components.schemas)) {
      const part = text.split(`\n### ${name}\n`)[1]?.split('\n### ')[0] ?? ''
      for (const field of Object.keys(properties)) expect(part, name).toContain(`- \`${field}\``)
    }
    expect(text).not.toMatch(/undefined|\[object|\n{3}/)
  })
})

function linksIn(text: string): URL[] {
  return [...text.matchAll(/\]\((https?:[^)]+)\)/g)].map(([, address = '']) => new URL(address))
}
