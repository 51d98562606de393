import type { ComponentChildren } from 'preact'
import type { PageView } from '../../src/http/views/page-view.ts'
import page from './consent.css?inline'
import languageStyles from './language.css?inline'
import { LanguageChooser } from './language-chooser.tsx'
import { speaker } from './messages.ts'
import { Wordmark } from './wordmark.tsx'

/** Styles of consent and of its replacements, after the tokens. */
export const consentStyles = languageStyles + page

/** Consent, or its replacement: a page of the service, not of an account, that begins with one sentence. */
export function ConsentFrame({
  name,
  title,
  view,
  path,
  children,
}: {
  /** Class of the replacement. */
  name?: string
  title: ComponentChildren
  view: PageView
  /** URL of this page in another language; undefined if there must be no form. */
  path?: string
  children: ComponentChildren
}) {
  return (
    <div class="consent-page">
      <header class="consent-head">
        <Wordmark />
        {path !== undefined && <LanguageChooser view={view} speak={speaker(view)} path={path} />}
      </header>
      <main class={name}>
        <h1 class="consent-title">{title}</h1>
        {children}
      </main>
    </div>
  )
}
