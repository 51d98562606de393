import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { hasScope } from '../client/access.ts'
import { accountQuery, tagsQuery } from '../client/queries.ts'
import { settings } from '../client/settings.ts'
import { formatNumber } from '../language/formats.ts'
import { Icon } from '../ui/icon.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { ToastRegion } from '../ui/toasts.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AccountNotice } from './account-notice.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { Content } from './content.tsx'
import { Meter } from './meter.tsx'
import { Palette } from './palette.tsx'
import { SessionLost } from './session-lost.tsx'
import { words } from './words.ts'

const { keys, pages } = words

const KeySheet = dialogOnDemand(keys.title, () => import('./key-sheet.tsx').then((module) => module.KeySheet))

/** The frame around every page: account menu, navigation, trial meter, and overlays. */
export function Frame() {
  // On phones the navigation is open only for the address where it was opened, so it closes on navigation.
  const [openAt, setOpenAt] = useState<string>()
  const [over, setOver] = useState<'palette' | 'keys'>()
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
  const close = () => setOver(undefined)
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
  const isLimited = account?.sees === 'teams'
  const tags = useQuery({ ...tagsQuery, enabled: hasScope('tags:manage') }).data
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <nav id="navigation" className="navigation" aria-label={words.navigation.label}>
      <ul>
        <Entry
          to="/people"
          label={pages.people}
          count={account?.usage.profiles}
          isAround={path === '/invite' || path === '/links'}
        />
        {hasScope('profiles:read') && !isLimited && <Entry to="/campaigns" label={pages.campaigns} />}
        <Entry to="/teams" label={pages.teams} isAround={path === '/compare' || path === '/teams/agenda'} />
        {hasScope('tags:manage') && !isLimited && (
          <Entry to="/tags" label={pages.tags} count={tags?.length} />
        )}
        <li>
          <button type="button" className="navigation-entry" onClick={onSearch}>
            {words.navigation.search} <kbd>{words.navigation.searchKeys}</kbd>
          </button>
        </li>
      </ul>
      <ul>
        {!isLimited && <Entry to="/welcome" label={pages.welcome} />}
        <ExternalLink href={`${settings.authUrl}/apps`} label={pages.apps} />
        {!isLimited && (
          <>
            <ExternalLink href={`${settings.authUrl}/clients`} label={pages.clients} />
            <Entry to="/audit" label={pages.audit} />
            <Entry to="/events" label={pages.events} />
            <Entry to="/usage" label={pages.usage} />
          </>
        )}
        <ExternalLink href={`${settings.authUrl}/members`} label={pages.members} />
        {!isLimited && (
          <Entry to="/settings" label={pages.settings} isAround={path === '/messages' || path === '/study'} />
        )}
        {settings.mailbox && <ExternalLink href={settings.mailbox} label={words.navigation.mailbox} />}
        <ExternalLink href="/docs" label={words.navigation.api} />
      </ul>
      <Meter />
    </nav>
  )
}

/** `isAround`: also marks the entry as current for pages that belong to it but have another path. */
function Entry({
  to,
  label,
  count,
  isAround,
}: {
  to: string
  label: string
  count?: number | undefined
  isAround?: boolean
}) {
  return (
    <li>
      <Link
        to={to}
        className="navigation-entry"
        activeProps={{ 'aria-current': 'page' }}
        {...(isAround ? { 'aria-current': true } : {})}
      >
        {label} {count !== undefined && <span className="figures">{formatNumber(count)}</span>}
      </Link>
    </li>
  )
}

/** Pages of the authorization server and the API reference. They work without a script, outside the dashboard. */
function ExternalLink({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <a className="navigation-entry" href={href}>
        {label}
      </a>
    </li>
  )
}
