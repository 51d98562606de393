import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, test } from 'vitest'
import { buildDashboardLanguages } from './dashboard-languages.ts'

const html = `<!doctype html>
<html lang="en">
  <head>
    <script type="application/json" id="settings"></script>
    <script type="module" crossorigin src="/assets/index-a.js"></script>
  </head>
  <body><noscript></noscript></body>
</html>`

const locales = mkdtempSync(join(tmpdir(), 'locales-'))
afterAll(() => rmSync(locales, { recursive: true }))

function write(locale: string, areas: Record<string, object>): void {
  const folder = join(locales, locale, 'dashboard')
  mkdirSync(folder, { recursive: true })
  for (const [area, words] of Object.entries(areas))
    writeFileSync(join(folder, `${area}.json`), JSON.stringify(words))
}

const document = { needsScript: 'Needs JavaScript', needsScriptText: 'See <reference>it</reference>.' }
const apiErrors = { tag_not_found: 'Tag not found.' }
write('en', { document, links: { title: 'Links' }, apiErrors })
const german = { needsScript: 'Braucht <JavaScript> & mehr', needsScriptText: '<apps>Apps</apps>.' }
write('de', { document: german, links: { title: '公開 </script>\u2028' }, extra: { a: 'b' } })
write('de', { apiErrors: { tag_not_found: 'Tag nicht gefunden.' } })
write('fr', { document, apiErrors })
write('pt_BR', { document, links: {}, apiErrors: {} })

describe('the languages of the dashboard', () => {
  const { documents, scripts } = buildDashboardLanguages(html, locales)

  test('are those with a file for each English area', () => {
    expect(Object.keys(documents)).toEqual(['de', 'en', 'pt_BR'])
    expect(Object.keys(scripts)).toEqual([
      expect.stringMatching(/^dashboard-de-[\w-]{8}\.js$/),
      expect.stringMatching(/^dashboard-pt_BR-[\w-]{8}\.js$/),
    ])
  })

  test('English needs no script, and says what to do without JavaScript', () => {
    expect(documents.en).toBe(
      html.replace(
        '<noscript></noscript>',
        '<noscript><main class="failure"><h1 class="page-title">Needs JavaScript</h1><p>See <a href="/docs/reference">it</a>.</p></main></noscript>',
      ),
    )
  })

  test('another language has its tag, its text as text, and its words before the first module', () => {
    const [name = ''] = Object.keys(scripts)
    expect(documents.de).toContain('<html lang="de">')
    expect(documents.pt_BR).toContain('<html lang="pt-BR">')
    expect(documents.de).toContain(
      '<h1 class="page-title">Braucht &lt;JavaScript&gt; &amp; mehr</h1><p><a href="/apps">Apps</a>.</p>',
    )
    const scriptsOf = [...(documents.de ?? '').matchAll(/<script [^>]*>/g)].map(([tag]) => tag)
    expect(scriptsOf.slice(1)).toEqual([
      `<script defer src="/assets/${name}">`,
      '<script type="module" crossorigin src="/assets/index-a.js">',
    ])
    const page: { timbreWords?: object } = {}
    runInNewContext(scripts[name] ?? '', page)
    expect(JSON.parse(JSON.stringify(page.timbreWords))).toEqual({
      document: german,
      links: { title: '公開 </script>\u2028' },
      apiErrors: { 'Tag not found.': 'Tag nicht gefunden.' },
    })
  })

  test('a script is named by its content', () => {
    write('pt_BR', { links: { title: 'Links' } })
    const again = Object.keys(buildDashboardLanguages(html, locales).scripts)
    const before = Object.keys(scripts)
    expect(again[0]).toBe(before[0])
    expect(again[1]).not.toBe(before[1])
  })

  test('a document without a place for them fails the build', () => {
    expect(() => buildDashboardLanguages(html.replace('<noscript>', ''), locales)).toThrow('<noscript>')
    expect(() => buildDashboardLanguages(html.replace('module', 'text'), locales)).toThrow('module')
  })
})
