import guide from '../../docs/orders.md?raw'
import type { OrdersGuideView } from '../../src/http/views/orders-guide-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import { asServed, renderGuide } from './guide-page.tsx'

/** `/docs/orders`: `docs/orders.md` with the addresses of this installation. */
export function renderOrdersGuide(view: OrdersGuideView): RenderedPage {
  return renderGuide(ordersGuideInMarkdown(view), '/docs/orders')
}

/** The same as Markdown. */
export function ordersGuideInMarkdown({ publicUrl }: OrdersGuideView): string {
  return `${asServed(guide, publicUrl)}\n`
}
