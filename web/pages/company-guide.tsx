import guide from '../../docs/company-sign-in.md?raw'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import { renderGuide } from './guide-page.tsx'

/** `/docs/company-sign-in`: `docs/company-sign-in.md`, in English, like it. */
export function renderCompanyGuide(): RenderedPage {
  return renderGuide(companyGuideInMarkdown(), '/docs/company-sign-in')
}

/** The same as Markdown. */
export function companyGuideInMarkdown(): string {
  return `${guide.trimEnd()}\n`
}
