import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDashboardLanguages } from '../../scripts/dashboard-languages.ts'
import type { Locale } from '../../src/contract/locale.ts'
import type { DashboardDocuments } from '../../src/http/page/built-pages.ts'

/** Words of some areas. What is left out is English. */
type Areas = Readonly<Record<string, object>>

/**
 * The built dashboard in English and in these languages instead of the real ones, so that a test knows the words. The
 * scripts are not among the assets; a test that opens a page answers the requests for them.
 */
export function translatedDashboard(translations: Partial<Record<Locale, Areas>>) {
  const root = join(import.meta.dirname, '../..')
  const locales = mkdtempSync(join(tmpdir(), 'locales-'))
  try {
    const english = join(root, 'content/locales/en/dashboard')
    cpSync(english, join(locales, 'en/dashboard'), { recursive: true })
    for (const [locale, areas] of Object.entries(translations)) {
      const folder = join(locales, locale, 'dashboard')
      mkdirSync(join(locales, locale))
      cpSync(english, folder, { recursive: true })
      for (const [area, words] of Object.entries(areas))
        writeFileSync(join(folder, `${area}.json`), JSON.stringify(words))
    }
    const html = readFileSync(join(root, 'dist/dashboard/index.html'), 'utf8')
    const { documents, scripts } = buildDashboardLanguages(html, locales)
    return { documents: { ...documents, en: documents.en ?? '' } satisfies DashboardDocuments, scripts }
  } finally {
    rmSync(locales, { recursive: true })
  }
}
