import type { RenderedPage } from '../../src/http/views/pages.ts'
import { renderDocument } from './document.tsx'
import pages from './pages.css?inline'
import { PlainProse } from './plain-prose.tsx'
import styles from './plain-reference.css?inline'
import { Wordmark } from './wordmark.tsx'

/** A guide in Markdown as a page, with a link to the Markdown itself. In English, like it. */
export function renderGuide(markdown: string, path: string): RenderedPage {
  const [title = '', text = ''] = markdown.split(/\n([\s\S]*)/)
  return renderDocument({
    languageTag: 'en',
    title: `${title.replace('# ', '')} · Timbre`,
    styles: pages + styles,
    body: (
      <div class="notice-page">
        <header class="head">
          <Wordmark />
          <nav class="plain-pages second" aria-label="Other pages">
            <a href="/docs/reference">API reference</a>
            <a href={`${path}.md`}>As Markdown</a>
            <a href="/llms.txt">llms.txt</a>
          </nav>
        </header>
        <main class="plain-reference">
          <h1 class="page-title">{title.replace('# ', '')}</h1>
          <PlainProse text={text} top={2} />
        </main>
      </div>
    ),
  })
}

/** The example address of a guide becomes that of this installation. */
export function withOwnAddress(guide: string, publicUrl: string): string {
  return guide.replaceAll('https://timbre.example.org', publicUrl).trimEnd()
}
