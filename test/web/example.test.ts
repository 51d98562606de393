import { beforeAll, describe, expect, test } from 'vitest'
import { escapeMarkup } from '../../src/charts/markup.ts'
import { assessmentFacts } from '../../src/content/assessments.ts'
import { readContent } from '../../src/content/content-file.ts'
import { siteTexts } from '../../src/content/site.ts'
import { languageTags, locales } from '../../src/contract/locale.ts'
import { readExample } from '../../src/domain/example/example.ts'
import { startTestService, type TestService } from '../support/service.ts'

let running: TestService
/** The languages in which the page was rendered, once for each rendering. */
const rendered: string[] = []
beforeAll(async () => {
  running = await startTestService(
    {},
    {
      transformPages: (pages) => ({
        ...pages,
        renderExample(view) {
          rendered.push(view.locale)
          return pages.renderExample(view)
        },
      }),
    },
  )
})

async function read(path = '/example', headers: Record<string, string> = {}) {
  const answer = await fetch(running.url + path, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const languageOf = (html: string) => /<html lang="([^"]*)"/.exec(html)?.[1]
/** Returns what is missing, because a failing page is too long to print. */
const missingIn = (html: string, texts: readonly string[]) =>
  texts.filter((text) => !html.includes(escapeMarkup(text)) && !html.includes(text))

describe('GET /example', () => {
  test.each(locales)(
    '200 shows the results of the invented person in %s, marked as an example',
    async (locale) => {
      const { status, html } = await read('/example', { cookie: `language=${locale}` })
      const { report, debrief } = readExample(locale)
      const words = siteTexts(locale)
      expect(status).toBe(200)
      expect(languageOf(html)).toBe(languageTags[locale])
      // At the top, above the headline and on both printed sheets; the title says it too.
      expect(html.split(words['example.mark']).length - 1).toBe(5)
      expect(
        missingIn(html, [
          words['example.text'],
          report.headline,
          ...(report.takeaways ?? []),
          ...debrief.sections.map(({ title }) => title),
        ]),
      ).toEqual([])
      expect(html).not.toMatch(/\{\w+\}(?![^<]*<\/(style|script)>)/)
    },
  )

  test('200 is cached, is not indexed, and has the policy of other pages', async () => {
    const { headers } = await read()
    const { headers: usual } = await read('/about')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(headers.get('vary')).toContain('accept-language, cookie')
    expect(headers.get('set-cookie')).toBeNull()
    const shared = [
      'x-robots-tag',
      'referrer-policy',
      'x-frame-options',
      'cross-origin-opener-policy',
    ] as const
    for (const name of shared) expect([name, headers.get(name)]).toEqual([name, usual.get(name)])
    const policy = (all: Headers) => all.get('content-security-policy')?.replaceAll(/'sha256-[^']+'/g, 'HASH')
    expect(policy(headers)).toBe(policy(usual))
  })

  test('200 keeps a chosen language, and caches no answer that sets a cookie', async () => {
    const { headers, html } = await read('/example?locale=nl')
    expect(languageOf(html)).toBe('nl')
    expect(headers.get('set-cookie')).toContain('language=nl')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('200 falls back from an unknown language to the one of the browser, then to English', async () => {
    const fallback = await read('/example?locale=xx', { 'accept-language': 'tlh, fr;q=0.5' })
    expect(languageOf(fallback.html)).toBe('fr')
    expect(fallback.headers.get('set-cookie')).toBeNull()
    expect(languageOf((await read('/example', { 'accept-language': 'tlh' })).html)).toBe('en')
    expect(languageOf((await read('/example', { cookie: 'language=__proto__' })).html)).toBe('en')
  })

  test('200 is rendered once for each language, whatever is asked of it', async () => {
    const queries = Array.from({ length: 40 }, (_, at) => `/example?${at}&locale=${locales[at % 12] ?? 'xx'}`)
    await Promise.all(queries.map((path) => read(path)))
    expect(rendered.length).toBe(new Set(rendered).size)
    expect(rendered.length).toBeLessThanOrEqual(locales.length)
  })

  test('500 is never cached', async () => {
    const broken = await startTestService(
      {},
      {
        transformPages: (pages) => ({
          ...pages,
          renderExample: (view) => ({ ...pages.renderExample(view), contentSecurityPolicy: 'a\nb' }),
        }),
      },
    )
    const { status, headers } = await fetch(`${broken.url}/example`)
    expect([status, headers.get('cache-control')]).toEqual([500, 'no-store'])
  })

  test('308 for the address with a slash, and 404 for a form', async () => {
    const slash = await read('/example/')
    expect([slash.status, slash.headers.get('location')]).toEqual([308, '/example'])
    expect((await fetch(`${running.url}/example`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${running.url}/example`, { method: 'HEAD' })).status).toBe(200)
  })
})

test('GET /about leads to the example, and says how many minutes each assessment takes', async () => {
  const { html } = await read('/about')
  expect(html).toContain('href="/example"')
  const minutes = Object.values(assessmentFacts).map(({ estimatedMinutes }) => estimatedMinutes)
  const total = minutes.reduce((sum, one) => sum + one, 0)
  expect(html).toContain(`3 parts, about ${total} minutes in total`)
  for (const [at, part] of [
    '24 sets of statements',
    '120 short statements',
    '21 choices between values',
  ].entries())
    expect(html).toContain(`${part}, about ${minutes[at]}\u00a0min`)
  expect((await read('/llms.txt')).html).toContain(`${running.url}/example`)
})

test.each(locales)('the first steps in %s name the minutes of all three assessments', (locale) => {
  const minutes = Object.values(assessmentFacts).map(({ estimatedMinutes }) => estimatedMinutes)
  const { take } = readContent<{ take: { text: string } }>(`locales/${locale}/dashboard/welcome.json`)
  expect(take.text.match(/\d+/g)).toEqual([`${minutes.reduce((sum, one) => sum + one, 0)}`])
})
