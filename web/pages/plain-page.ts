import type { VNode } from 'preact'
import type { PageView } from '../../src/http/views/page-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import { renderDocument } from './document.tsx'
import pageStyles from './pages.css?inline'

/** A page with a head, text and at most one form, in the account's colors. */
export function renderPlainPage(
  { languageTag, appearance }: PageView,
  title: string,
  body: VNode,
): RenderedPage {
  return renderDocument({ languageTag, title, styles: pageStyles, body, brand: appearance?.brand })
}
