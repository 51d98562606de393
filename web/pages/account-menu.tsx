import type { SignedInView } from '../../src/http/views/signed-in-view.ts'
import { accountPages, type MembersPage } from '../frame/menu.ts'
import { membersUrl } from './members-url.ts'
import { MenuIcon } from './menu-icon.tsx'
import type { Speaker } from './messages.ts'
import { Wordmark } from './wordmark.tsx'

/** The dashboard's menu of the account, with links and a form: it needs no script. */
export function MembersAccountMenu({
  view,
  speak,
  path,
  current,
}: {
  view: SignedInView
  speak: Speaker
  /** URL of this page, to which a choice of language leads. */
  path: string
  current: { readonly [Page in MembersPage]?: 'page' | 'true' }
}) {
  const { account, home, root } = view
  const { words, scopes, logoPath } = view.menu
  return (
    <details class="account-menu">
      <summary class="account">
        {account ? <Account name={account.name} logoPath={logoPath} /> : <Wordmark />}
        <MenuIcon name="down" size={16} />
      </summary>
      <div class="account-menu-list">
        {account && <a href={`${home}?switch=1`}>{words.account.switch}</a>}
        {accountPages((scope) => scopes.includes(scope)).map((page) => (
          <a key={page} href={membersUrl(view, page)} aria-current={current[page]}>
            {words.account[page]}
          </a>
        ))}
        <Themes view={view} path={path} />
        <Languages view={view} speak={speak} path={path} />
        <form method="post" action={`${root}/sign-out`}>
          <button type="submit">{words.account.signOut}</button>
        </form>
      </div>
    </details>
  )
}

function Account({ name, logoPath }: { name: string; logoPath: string | null | undefined }) {
  return (
    <>
      {logoPath ? (
        <img class="account-logo" src={logoPath} height={28} alt="" />
      ) : (
        <span class="account-plate" aria-hidden="true">
          {[...name][0]?.toLocaleUpperCase()}
        </span>
      )}
      <bdi class="account-name">{name}</bdi>
    </>
  )
}

function Themes({ view, path }: { view: SignedInView; path: string }) {
  const { words } = view.menu
  return (
    <fieldset>
      <legend>{words.account.theme}</legend>
      {(['system', 'light', 'dark'] as const).map((theme) => (
        <a
          key={theme}
          href={withParameter(path, 'theme', theme)}
          aria-current={theme === (view.theme ?? 'system') ? 'true' : undefined}
        >
          {words.account.themes[theme]}
        </a>
      ))}
    </fieldset>
  )
}

function Languages({ view, speak, path }: { view: SignedInView; speak: Speaker; path: string }) {
  return (
    <details class="language-menu">
      <summary>
        <MenuIcon name="languages" />
        {speak.say('page.language')}
        <MenuIcon name="down" size={16} />
      </summary>
      {view.locales.map(({ code, name, languageTag }) => (
        <a
          key={code}
          lang={languageTag}
          href={withParameter(path, 'locale', code)}
          aria-current={code === view.locale ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </details>
  )
}

function withParameter(path: string, name: 'locale' | 'theme', value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`
}
