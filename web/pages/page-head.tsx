import { Language, type LanguageChoice } from './language.tsx'
import { AccountPlate, Wordmark } from './mark.tsx'
import type { PageView } from './views.ts'

/** Head of a public page: who asks, and the language. */
export function PageHead({
  view,
  ...choice
}: LanguageChoice & { view: PageView & { accountName?: string | undefined } }) {
  return (
    <header class="head">
      {view.accountName === undefined ? (
        <Wordmark />
      ) : (
        <AccountPlate name={view.accountName} logo={view.appearance?.logo} />
      )}
      <Language view={view} {...choice} />
    </header>
  )
}
