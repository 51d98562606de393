import { readFileSync } from 'node:fs'
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

/** The dashboard's document from the build. It references its files and contains no personal data. */
export function readDashboardHtml(): string {
  return readFileSync(new URL('../../../dist/dashboard/index.html', import.meta.url), 'utf8')
}

/** The folder of the hashed files that the pages load. */
export const assetFolder = new URL('../../../dist/assets/', import.meta.url)
