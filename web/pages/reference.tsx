import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { ReferenceView } from '../../src/http/views/reference-view.ts'
import { renderDocument } from './document.tsx'
import { GuideLinks } from './guides.tsx'
import styles from './reference.css?inline'
import { Wordmark } from './wordmark.tsx'

/** URL of the script; the build inserts it. */
declare const __REFERENCE_SCRIPT__: string | undefined

/**
 * `/docs`: ways back, a frame with the API reference, and a small script of ours. The framed program has no origin and no
 * network; the script makes its API calls (`reference-calls.ts`). `sandbox` repeats the policy of the framed page.
 * Opening tabs is not allowed, because a URL could leak a token.
 */
export function renderReference(view: ReferenceView): RenderedPage {
  const address = typeof __REFERENCE_SCRIPT__ === 'string' ? __REFERENCE_SCRIPT__ : '/assets/reference.js'
  const { html, contentSecurityPolicy } = renderDocument({
    languageTag: 'en',
    title: view.title,
    styles,
    body: (
      <main class="reference">
        <header class="reference-head">
          <Wordmark />
          <h1 class="out-of-sight">{view.heading}</h1>
          {view.ways.map(({ href, label }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
          <details class="reference-guides">
            <summary>Guides</summary>
            <GuideLinks />
          </details>
        </header>
        <noscript>
          <p class="reference-without-script">
            {view.withoutScript} <a href={view.plain}>{view.plain}</a> or{' '}
            <a href={view.markdown}>{view.markdown}</a>
          </p>
        </noscript>
        <iframe title={view.heading} sandbox="allow-scripts allow-downloads" allow="clipboard-write" hidden />
      </main>
    ),
    script: { address, state: { frame: view.frame, pages: view.pages, rules: view.rules } },
  })
  return { html, contentSecurityPolicy: `${contentSecurityPolicy}; frame-src 'self'` }
}
