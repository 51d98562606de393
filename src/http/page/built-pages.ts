import { existsSync, readFileSync } from 'node:fs'
import { type Locale, languageTags, locales } from '../../contract/locale.ts'
import type { Pages } from '../views/pages.ts'

/**
 * Loads the built pages, which tests can wrap. A missing build fails at startup, with a message that says what to do.
 */
export async function loadPages(wrap = (built: Pages) => built): Promise<Pages> {
  try {
    loading ??= import(new URL('../../../dist/pages/server.js', import.meta.url).href)
    const { pages } = await loading
    if (!pages) throw new Error('dist/pages/server.js is from another version')
    return wrap(pages)
  } catch (error) {
    throw new Error('The pages are not built. Run "npm run build" first.', { cause: error })
  }
}

/** Kept, because the test runner reads half a megabyte again for each import of an address. */
let loading: Promise<{ pages?: Pages }> | undefined

/** The dashboard's document in each language that it is offered in. English is always there. */
export type DashboardDocuments = Readonly<Partial<Record<Locale, string>> & Record<'en', string>>

/**
 * The dashboard's documents from the build. They reference their files and contain no personal data. A missing document
 * or script of words fails at startup.
 */
export function readDashboardDocuments(): DashboardDocuments {
  try {
    const documents = JSON.parse(readFileSync(new URL('documents.json', dashboardFolder), 'utf8'))
    for (const locale of Object.keys(documents)) verifyDocument(locale, documents[locale])
    if (!documents.en) throw new Error('There is no English document')
    return documents
  } catch (error) {
    throw new Error('The dashboard is not built. Run "npm run build" first.', { cause: error })
  }
}

function verifyDocument(code: string, document: unknown): void {
  const locale = locales.find((one) => one === code)
  if (!locale) throw new Error(`${code} is no locale`)
  if (!String(document).includes(`<html lang="${languageTags[locale]}">`)) {
    throw new Error(`The document for ${code} is in another language`)
  }
  const [, script] = /<script defer src="\/assets\/([\w.-]+)">/.exec(String(document)) ?? []
  const hasWords = script !== undefined && existsSync(new URL(script, assetFolder))
  if (locale !== 'en' && !hasWords) throw new Error(`The words for ${code} are missing`)
}

const dashboardFolder = new URL('../../../dist/dashboard/', import.meta.url)

/** The folder of the hashed files that the pages load. */
export const assetFolder = new URL('../../../dist/assets/', import.meta.url)
