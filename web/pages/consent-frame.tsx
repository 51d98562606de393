import type { ComponentChildren } from 'preact'
import type { PageView } from '../views/page-view.ts'
import page from './consent.css?inline'
import languageStyles from './language.css?inline'
import { LanguageChooser } from './language-chooser.tsx'
import { speaker } from './messages.ts'
import { SerifPreload, serifStyles } from './serif.tsx'
import { Wordmark } from './wordmark.tsx'

/** Styles of consent and of what stands in its place, to stand after the tokens. */
export const consentStyles = serifStyles + languageStyles + page

/** Consent, or what stands in its place: a page of the service, of no account, that begins with one sentence. */
export function ConsentFrame({
  name,
  title,
  view,
  path,
  children,
}: {
  /** Class of what stands in its place. */
  name?: string
  title: ComponentChildren
  view: PageView
  /** Where another language of this page is found; left out where no form may stand. */
  path?: string
  children: ComponentChildren
}) {
  return (
    <div class="consent-page">
      <SerifPreload />
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
