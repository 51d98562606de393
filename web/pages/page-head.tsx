import type { PageView } from '../../src/http/views/page-view.ts'
import { LanguageChooser, type LanguageChooserProps } from './language-chooser.tsx'
import { AccountPlate, Wordmark } from './wordmark.tsx'

/** Head of a public page: account and language. */
export function PageHead({
  view,
  ...choice
}: LanguageChooserProps & { view: PageView & { accountName?: string | undefined } }) {
  return (
    <header class="head">
      {view.accountName === undefined ? (
        <Wordmark />
      ) : (
        <AccountPlate name={view.accountName} logo={view.appearance?.logo} />
      )}
      <LanguageChooser view={view} {...choice} />
    </header>
  )
}
