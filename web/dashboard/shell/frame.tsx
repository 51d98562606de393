import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { menuEntries, menuLabel } from '../../frame/menu.ts'
import { hasScope } from '../client/access.ts'
import { accountQuery, queryClient, tagsQuery } from '../client/queries.ts'
import { settings } from '../client/settings.ts'
import { formatNumber } from '../language/formats.ts'
import { Icon } from '../ui/icon.tsx'
import { dialogOnDemand, onDemand } from '../ui/on-demand.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { ToastRegion } from '../ui/toasts.tsx'
import { AccountMenu, membersPage } from './account-menu.tsx'
import { AccountNotice } from './account-notice.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { Content } from './content.tsx'
import { Palette } from './palette.tsx'
import { SessionLost } from './session-lost.tsx'
import { words } from './words.ts'

const { keys } = words

const KeySheet = dialogOnDemand(keys.title, () => import('./key-sheet.tsx').then((module) => module.KeySheet))

const Meter = onDemand(
  () => import('./meter.tsx').then((module) => module.Meter),
  () => null,
)

/** Opens the search with the page, for the menu of pages outside the dashboard. */
const searchHash = '#search'

/** The frame around every page: account menu, navigation, trial meter, and overlays. */
export function Frame() {
  // On phones the navigation is open only for the address where it was opened, so it closes on navigation.
  const [openAt, setOpenAt] = useState<string>()
  const [over, setOver] = useState<'palette' | 'keys' | undefined>(
    location.hash === searchHash ? 'palette' : undefined,
  )
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isOpen = openAt === path
  useShortcut('mod+k', words.search, keys.everywhere, () => setOver('palette'))
  useShortcut('?', keys.showAll, keys.everywhere, () => setOver('keys'))
  const navigate = useNavigate()
  useShortcut('g p', keys.toPeople, keys.everywhere, () => void navigate({ to: '/people' }))
  useShortcut('g c', keys.toCampaigns, keys.everywhere, () => void navigate({ to: '/campaigns' }))
  useShortcut('g t', keys.toTeams, keys.everywhere, () => void navigate({ to: '/teams' }))
  useShortcut('g g', keys.toTags, keys.everywhere, () => void navigate({ to: '/tags' }))
  useShortcut('i', words.invite, keys.everywhere, () => void navigate({ to: '/invite' }))
  const close = () => {
    setOver(undefined)
    if (location.hash === searchHash) history.replaceState(history.state, '', location.pathname)
  }
  return (
    <div className="frame" data-open={isOpen || undefined}>
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <header className="frame-head">
        <AccountMenu />
        <button type="button" className="icon-button frame-toggle" onClick={() => setOver('palette')}>
          <Icon name="search" size={22} />
          <span className="out-of-sight">{words.search}</span>
        </button>
        <button
          type="button"
          className="icon-button frame-toggle"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpenAt(isOpen ? undefined : path)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} size={22} />
          <span className="out-of-sight">{isOpen ? words.closeMenu : words.openMenu}</span>
        </button>
      </header>
      <Navigation onSearch={() => setOver('palette')} />
      <main id="content" className="content" tabIndex={-1}>
        <AccountNotice />
        <Content />
      </main>
      <ConnectionNote />
      <ToastRegion />
      <SessionLost />
      {over === 'palette' && <Palette onClose={close} onKeys={() => setOver('keys')} />}
      {over === 'keys' && <KeySheet onClose={close} />}
    </div>
  )
}

function Navigation({ onSearch }: { onSearch: () => void }) {
  const account = useQuery(accountQuery).data
  const tags = useQuery({ ...tagsQuery, enabled: hasScope('tags:manage') }).data
  const isLimited = account?.sees === 'teams'
  const groups = menuEntries({ may: hasScope, isLimited, mailbox: settings.mailbox })
  const counts: Record<string, number | undefined> = {
    people: account?.usage.profiles,
    tags: tags?.length,
  }
  return (
    <nav id="navigation" className="navigation" aria-label={words.navigation.label}>
      {groups.map((group) => (
        <ul key={group[0]?.name}>
          {group.map((entry) => (
            <li key={entry.name}>
              {entry.at === 'search' ? (
                <button type="button" className="navigation-entry" onClick={onSearch}>
                  {words.navigation.search} <kbd>{words.navigation.searchKeys}</kbd>
                </button>
              ) : entry.at === 'dashboard' ? (
                <PageLink to={entry.path} label={menuLabel(words, entry)} count={counts[entry.name]} />
              ) : (
                // Pages of the authorization server and the API reference work without a script, outside the dashboard.
                <a
                  className="navigation-entry"
                  href={entry.at === 'members' ? membersPage(entry.name, account?.id) : entry.path}
                >
                  {menuLabel(words, entry)}
                </a>
              )}
            </li>
          ))}
        </ul>
      ))}
      {account && account.usage.profileLimit !== null && <Trial />}
    </nav>
  )
}

/** Few accounts have a trial, so its meter is loaded after all that the page asks for. Being last, it moves nothing. */
function Trial() {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (isDue) return undefined
    const timer = setInterval(() => setDue(queryClient.isFetching() === 0), 250)
    return () => clearInterval(timer)
  }, [isDue])
  return isDue && <Meter />
}

/** Pages that belong to an entry but have another path; the entry is marked as current for them too. */
const pagesAround: Record<string, readonly string[]> = {
  '/people': ['/invite', '/links'],
  '/teams': ['/compare', '/teams/agenda'],
  '/settings': ['/messages', '/study'],
}

function PageLink({ to, label, count }: { to: string; label: string; count: number | undefined }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <Link
      to={to}
      className="navigation-entry"
      activeProps={{ 'aria-current': 'page' }}
      {...(pagesAround[to]?.includes(path) ? { 'aria-current': true } : {})}
    >
      {label} {count !== undefined && <span className="figures">{formatNumber(count)}</span>}
    </Link>
  )
}
