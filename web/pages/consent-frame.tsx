import type { ComponentChildren } from 'preact'
import page from './consent.css?inline'
import { Wordmark } from './mark.tsx'
import { SerifPreload, serifStyles } from './serif.tsx'

/** Styles of consent and of what stands in its place, to stand after the tokens. */
export const consentStyles = serifStyles + page

/** Consent, or what stands in its place: a page of the service, of no account, that begins with one sentence. */
export function ConsentFrame({
  name,
  title,
  children,
}: {
  /** Class of what stands in its place. */
  name?: string
  title: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <div class="consent-page">
      <SerifPreload />
      <header>
        <Wordmark />
      </header>
      <main class={name}>
        <h1 class="consent-title">{title}</h1>
        {children}
      </main>
    </div>
  )
}
