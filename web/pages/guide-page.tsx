import type { RenderedPage } from '../../src/http/views/pages.ts'
import { renderDocument } from './document.tsx'
import { GuideList } from './guides.tsx'
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
            <a href="/docs">API reference</a>
            <a href={`${path}.md`}>As Markdown</a>
            <a href="/llms.txt">llms.txt</a>
          </nav>
        </header>
        <main class="plain-reference">
          <h1 class="page-title">{title.replace('# ', '')}</h1>
          <PlainProse text={text} top={2} />
          <GuideList at={path} />
        </main>
      </div>
    ),
  })
}

/**
 * The guide for readers of this installation: with its address instead of the example's, and with links to what it serves.
 * Links to other files of the repository lose their address, because the reader may not have it.
 */
export function asServed(guide: string, publicUrl: string): string {
  return guide
    .replaceAll('https://timbre.example.org', publicUrl)
    .split(/(^```[\s\S]*?^```)/m)
    .map((piece) => (piece.startsWith('```') ? piece : piece.replaceAll(fileLink, linkAsServed)))
    .join('')
    .trimEnd()
}

/** A link to a file beside the guide, with the part of it. */
const fileLink = /\[([^[\]]+)\]\((?!https?:|[/#])([^()[\]#\s]*)(#[^()[\]\s]*)?\)/g

function linkAsServed(_: string, label: string, file: string, part = ''): string {
  const page = servedAs[file]
  return page === undefined ? label : `[${label}](${page}${part})`
}

const servedAs: Readonly<Record<string, string | undefined>> = {
  'events.md': '/docs/events',
  'orders.md': '/docs/orders',
  'company-sign-in.md': '/docs/company-sign-in',
}
