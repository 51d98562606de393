import { readFileSync } from 'node:fs'
import type * as Rendered from '../../../web/pages/server.tsx'

/** The pages as the build made them: functions from a plain view to a whole document and its policy. */
export type Pages = typeof Rendered

/**
 * Loads the built pages; tests may draw with others made of them. A missing build is a mistake of the start, so it fails
 * there and says what to do.
 */
export async function loadPages(drawWith = (built: Pages) => built): Promise<Pages> {
  try {
    return drawWith((await import(builtPages.href)) as Pages)
  } catch (error) {
    throw new Error('The pages are not built. Run "npm run build" first.', { cause: error })
  }
}

const builtPages = new URL('../../../dist/pages/server.js', import.meta.url)

/** The document of the dashboard as the build made it: where its files are, and nothing of anybody. */
export function readDashboardHtml(): string {
  return readFileSync(new URL('../../../dist/dashboard/index.html', import.meta.url), 'utf8')
}

/** The folder of the hashed files that the pages load. */
export const assetFolder = new URL('../../../dist/assets/', import.meta.url)
