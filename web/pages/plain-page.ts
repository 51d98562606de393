import type { VNode } from 'preact'
import type { PageView } from '../views/page-view.ts'
import { type RenderedPage, renderDocument } from './document.tsx'
import pageStyles from './pages.css?inline'

/** A page with a head, text and at most one form, in the account's colors. */
export function renderPlainPage(
  { languageTag, appearance }: PageView,
  title: string,
  body: VNode,
): RenderedPage {
  return renderDocument({ languageTag, title, styles: pageStyles, body, brand: appearance?.brand })
}
