import { unreachableError } from '../client/api-error.ts'
import { saveLanguage } from '../client/save-language.ts'
import { settings } from '../client/settings.ts'
import { languageTag } from '../language/language.ts'
import { words } from '../language/words.ts'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import { localeCodes } from '../words/locale-codes.ts'
import { ownLanguageNames } from '../words/own-language-names.ts'

/** The languages that the dashboard is offered in, each by its own name. Nothing if there is one only. */
export function LanguageMenu() {
  const offered = localeCodes.filter((code) => settings.languages?.includes(code))
  if (offered.length < 2) return null
  return (
    <details className="language-menu">
      <summary>
        <Icon name="languages" />
        {words.title}
        <Icon name="down" size={16} />
      </summary>
      {offered.map((code) => (
        <button
          key={code}
          type="button"
          lang={ownLanguageNames[code].tag}
          aria-current={ownLanguageNames[code].tag === languageTag}
          onClick={() => void choose(code)}
        >
          {ownLanguageNames[code].ownName}
        </button>
      ))}
    </details>
  )
}

/** Saves the choice and loads the page again; a page where something would be lost asks first. */
async function choose(code: string): Promise<void> {
  if (!(await saveLanguage(code))) return showToast(unreachableError().message)
  const address = new URL(location.href)
  if (address.searchParams.has('locale')) {
    // It would win over the choice.
    address.searchParams.delete('locale')
    history.replaceState(history.state, '', address)
  }
  location.reload()
}
