import { useQuery } from '@tanstack/react-query'
import { accountPages, type MembersPage } from '../../frame/menu.ts'
import { hasScope, signOutOfDashboard } from '../client/access.ts'
import { isCoach } from '../client/coach.ts'
import { redirectToSignIn } from '../client/flow.ts'
import { pausedAccount } from '../client/pause.ts'
import { accountQuery, noticesQuery } from '../client/queries.ts'
import { settings } from '../client/settings.ts'
import { fill } from '../language/fill.ts'
import { Icon } from '../ui/icon.tsx'
import { useDisclosure } from '../ui/use-disclosure.ts'
import { LanguageMenu } from './language-menu.tsx'
import { chooseTheme, readTheme } from './theme.ts'
import { words } from './words.ts'

const themes = ['system', 'light', 'dark'] as const

/** Account name, who is signed in, switching accounts, theme, language, sign-out. */
export function AccountMenu() {
  const { data: account, error } = useQuery(accountQuery)
  const disclosure = useDisclosure()
  // Coaches may not read it.
  const mayReadMember = hasScope('profiles:read') && !isCoach()
  const member = useQuery({ ...noticesQuery, enabled: disclosure.open && mayReadMember }).data
  const name = account?.name ?? pausedAccount(error)?.name ?? (error ? words.account.nameless : ' ')
  return (
    <details {...disclosure} className="account-menu">
      <summary className="account">
        {account?.logoUrl ? (
          <img className="account-logo" src={account.logoUrl} height={28} alt="" />
        ) : (
          <span className="account-plate" aria-hidden="true">
            {[...name][0]?.toLocaleUpperCase()}
          </span>
        )}
        <bdi className="account-name">{name}</bdi>
        <Icon name="down" size={16} />
      </summary>
      <div className="account-menu-list">
        {mayReadMember && (
          <p className="note">{member && fill(words.account.signedInAs, { email: member.email })}</p>
        )}
        <button type="button" onClick={() => redirectToSignIn({ returnTo: '/people', chooses: true })}>
          {words.account.switch}
        </button>
        {accountPages(hasScope).map((page) => (
          <a key={page} href={membersPage(page, account?.id)}>
            {words.account[page]}
          </a>
        ))}
        <fieldset>
          <legend>{words.account.theme}</legend>
          {themes.map((theme) => (
            <label key={theme}>
              <input
                type="radio"
                name="theme"
                defaultChecked={readTheme() === theme}
                onChange={() => chooseTheme(theme)}
              />
              {words.account.themes[theme]}
            </label>
          ))}
        </fieldset>
        <LanguageMenu />
        <button type="button" onClick={() => void signOutOfDashboard()}>
          {words.account.signOut}
        </button>
      </div>
    </details>
  )
}

/** A page of the authorization server, for the account that the dashboard shows. */
export function membersPage(page: MembersPage, accountId: string | undefined): string {
  return `${settings.authUrl}/${page}${accountId ? `?account=${accountId}` : ''}`
}
