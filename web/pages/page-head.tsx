import { AccountPlate, Wordmark } from './mark.tsx'
import type { Speaker } from './messages.ts'
import type { PageView } from './views.ts'

/** Head of a public page: who asks, and the language. */
export function PageHead({
  view,
  speak,
  path,
  onLocale,
}: {
  view: PageView & { accountName?: string | undefined }
  speak: Speaker
  /** Where another language of this page is found; a choice without JavaScript goes there too. */
  path: string
  onLocale?: ((locale: string) => void) | undefined
}) {
  return (
    <header class="head">
      {view.accountName === undefined ? (
        <Wordmark />
      ) : (
        <AccountPlate name={view.accountName} logo={view.appearance?.logo} />
      )}
      <Language view={view} speak={speak} path={path} onLocale={onLocale} />
    </header>
  )
}

/** The language of the page, and the choice of another one where there is one. */
export function Language({ view, speak, path, onLocale }: Parameters<typeof PageHead>[0]) {
  const current = view.locales.find(({ code }) => code === view.locale)
  if (view.locales.length < 2) return <span class="language">{current?.name}</span>
  return (
    <form class="language" method="get" action={path}>
      {/* A form that is fetched replaces the query of its address, so what stands there is sent along. */}
      {[...new URLSearchParams(path.split('?')[1])].map(
        ([name, value]) => name !== 'locale' && <input type="hidden" name={name} value={value} />,
      )}
      <select
        name="locale"
        aria-label={speak.say('page.language')}
        onChange={
          onLocale &&
          (({ currentTarget }) => {
            onLocale(currentTarget.value)
            // The page speaks its language until another one has come.
            currentTarget.value = view.locale
          })
        }
      >
        {view.locales.map(({ code, name }) => (
          <option key={code} value={code} selected={code === view.locale}>
            {name}
          </option>
        ))}
      </select>
      <button class={`button button-small ${onLocale ? 'without-script' : ''}`} type="submit">
        {speak.say('page.changeLanguage')}
      </button>
    </form>
  )
}
