import { readFileSync } from 'node:fs'
import type * as Rendered from '../../../web/pages/server.tsx'

/** The built pages: functions from a plain view to an HTML document and its content security policy. */
export type Pages = typeof Rendered

/**
 * Loads the built pages, which tests can wrap. A missing build fails at startup, with a message that says what to do.
 */
export async function loadPages(wrap = (built: Pages) => built): Promise<Pages> {
  try {
    return wrap((await import(builtPages.href)) as Pages)
  } catch (error) {
    throw new Error('The pages are not built. Run "npm run build" first.', { cause: error })
  }
}

const builtPages = new URL('../../../dist/pages/server.js', import.meta.url)

/** The dashboard's document from the build. It references its files and contains no personal data. */
export function readDashboardHtml(): string {
  return readFileSync(new URL('../../../dist/dashboard/index.html', import.meta.url), 'utf8')
}

/** The folder of the hashed files that the pages load. */
export const assetFolder = new URL('../../../dist/assets/', import.meta.url)
