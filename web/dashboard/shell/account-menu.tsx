import { useQuery } from '@tanstack/react-query'
import { hasScope, signOutOfDashboard } from '../client/access.ts'
import { redirectToSignIn } from '../client/flow.ts'
import { accountQuery } from '../client/queries.ts'
import { settings } from '../client/settings.ts'
import { Icon } from '../ui/icon.tsx'
import { useDisclosure } from '../ui/use-disclosure.ts'
import { chooseTheme, readTheme, type Theme } from './theme.ts'

const themes: readonly [Theme, string][] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Account name, switching accounts, theme, sign-out. */
export function AccountMenu() {
  const { data: account, isError } = useQuery(accountQuery)
  const disclosure = useDisclosure()
  const name = account?.name ?? (isError ? 'Your account' : ' ')
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
        <button type="button" onClick={() => redirectToSignIn({ returnTo: '/people', chooses: true })}>
          Switch account
        </button>
        <a href={`${settings.authUrl}/passkeys`}>Passkeys</a>
        <a href={`${settings.authUrl}/sessions`}>Where you’re signed in</a>
        {account && hasScope('account:write') && (
          <a href={`${settings.authUrl}/access?account=${account.id}`}>Who can reach this account</a>
        )}
        <fieldset>
          <legend>Light</legend>
          {themes.map(([theme, label]) => (
            <label key={theme}>
              <input
                type="radio"
                name="theme"
                defaultChecked={readTheme() === theme}
                onChange={() => chooseTheme(theme)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <button type="button" onClick={() => void signOutOfDashboard()}>
          Sign out
        </button>
      </div>
    </details>
  )
}
