/**
 * The menu of the dashboard and of the members' pages, which the server renders. Both draw the entries that are listed
 * here, so an entry has the same place on both.
 */

type DashboardPage =
  | 'people'
  | 'campaigns'
  | 'teams'
  | 'tags'
  | 'welcome'
  | 'audit'
  | 'events'
  | 'usage'
  | 'settings'

/** Pages of the authorization server: three in the menu, the others in the menu of the account. */
export type MembersPage = 'apps' | 'clients' | 'members' | AccountPage
type AccountPage = 'passkeys' | 'sessions' | 'access'

export type MenuEntry =
  | { readonly at: 'dashboard'; readonly name: DashboardPage; readonly path: string }
  | { readonly at: 'members'; readonly name: 'apps' | 'clients' | 'members'; readonly path: string }
  | { readonly at: 'service'; readonly name: 'mailbox' | 'api'; readonly path: string }
  /** The search of the dashboard, which is no page. */
  | { readonly at: 'search'; readonly name: 'search' }

/** The words of entries, as `dashboard/shell.json` has them in each language. */
export type MenuWords = {
  readonly pages: Readonly<Record<DashboardPage | 'apps' | 'clients' | 'members', string>>
  readonly navigation: Readonly<Record<'search' | 'mailbox' | 'api', string>>
}

type MenuReader = {
  readonly may: (scope: string) => boolean
  /** Set for coaches, who see the people of their teams only. */
  readonly isLimited: boolean
  /** The mailbox page of the demo. */
  readonly mailbox?: string | undefined
}

/** The two groups of entries that this reader may open. */
export function menuEntries({ may, isLimited, mailbox }: MenuReader): readonly (readonly MenuEntry[])[] {
  const groups: readonly (readonly (MenuEntry | false)[])[] = [
    [
      page('people'),
      !isLimited && may('profiles:read') && page('campaigns'),
      page('teams'),
      !isLimited && may('tags:manage') && page('tags'),
      { at: 'search', name: 'search' },
    ],
    [
      !isLimited && page('welcome'),
      { at: 'members', name: 'apps', path: '/apps' },
      !isLimited && { at: 'members', name: 'clients', path: '/clients' },
      !isLimited && page('audit'),
      !isLimited && page('events'),
      !isLimited && page('usage'),
      { at: 'members', name: 'members', path: '/members' },
      !isLimited && page('settings'),
      // Coaches make no keys and send no messages.
      !isLimited && mailbox !== undefined && { at: 'service', name: 'mailbox', path: mailbox },
      !isLimited && { at: 'service', name: 'api', path: '/docs' },
    ],
  ]
  return groups.map((group) => group.filter((entry) => entry !== false))
}

export function menuLabel({ pages, navigation }: MenuWords, { name }: MenuEntry): string {
  return { ...pages, ...navigation }[name]
}

/** The pages in the menu of the account. */
export function accountPages(may: MenuReader['may']): readonly AccountPage[] {
  return may('account:write') ? ['passkeys', 'sessions', 'access'] : ['passkeys', 'sessions']
}

function page(name: DashboardPage): MenuEntry {
  return { at: 'dashboard', name, path: `/${name}` }
}
