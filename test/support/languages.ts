import type { Page } from 'playwright-core'
import { readContent } from '../../src/content/content-file.ts'
import { type Locale, languageTags } from '../../src/contract/locale.ts'

/** The texts of pages for people. */
const peoplesFiles = ['site', 'items', 'scales', 'report', 'reportFixtures']

/**
 * English texts on a page of another locale: whole texts, or at least three words between the slots of one, where the
 * locale has its own translation.
 */
export async function englishOn(page: Page, locale: Locale, files = peoplesFiles): Promise<string[]> {
  if (locale === 'en') return []
  const shown = await page.evaluate(() => {
    // Skips scripts, whose texts are not shown.
    const read = [...document.body.children].filter((child) => child.tagName !== 'SCRIPT')
    return [document.title, ...read.map((one) => one.textContent)].join('\n')
  })
  return englishWithout(locale, files).filter((words) => shown.includes(words))
}

const known = new Map<string, string[]>()

function englishWithout(locale: Locale, files: readonly string[]): string[] {
  const key = [locale, ...files].join(' ')
  const found = known.get(key) ?? files.flatMap((file) => differing(file, locale))
  known.set(key, found)
  return found
}

function differing(file: string, locale: Locale): string[] {
  const own = new Map(textsIn(readContent<object>(`locales/${locale}/${file}.json`)))
  return textsIn(readContent<object>(`locales/en/${file}.json`))
    .filter(([path, text]) => own.get(path) !== text)
    .flatMap(([, text]) => text.split(/\{\w+\}/))
    .map((words) => words.trim())
    .filter((words) => words.split(' ').length >= 3)
}

function textsIn(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, `${path}.${key}`))
}

/** The document's language and text direction. */
export function pageLanguage(page: Page): Promise<{ lang: string; dir: string }> {
  return page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }))
}

/** The language and direction that a document in this locale declares. */
export function spokenIn(locale: Locale): { lang: string; dir: string } {
  return { lang: languageTags[locale], dir: 'ltr' }
}

/** How many px the page scrolls horizontally. */
export function hasHorizontalScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
