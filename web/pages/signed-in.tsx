import type { ComponentChildren } from 'preact'
import type { SignedInView } from '../../src/http/views/signed-in-view.ts'
import frame from '../frame/frame.css?inline'
import { type MembersPage, menuEntries, menuLabel } from '../frame/menu.ts'
import { MembersAccountMenu } from './account-menu.tsx'
import { membersUrl } from './members-url.ts'
import { MenuIcon } from './menu-icon.tsx'
import type { Speaker } from './messages.ts'
import pageStyles from './pages.css?inline'
import page from './signed-in.css?inline'

/** Styles of the frame, after the tokens and before those of its page. */
export const signedInStyles = pageStyles + frame + page

/**
 * The frame of members' pages: that of the dashboard, with the same menu, and a foot with sign-out. Without a script, the
 * menu of a phone opens by its address.
 */
export function SignedInPage({
  view,
  speak,
  at,
  isBelow = false,
  isSetting = !isBelow,
  path = membersUrl(view, at),
  isLeaving = false,
  mainClass,
  children,
}: {
  view: SignedInView
  speak: Speaker
  at: MembersPage
  /** Set on a subpage, whose menu entry leads back. */
  isBelow?: boolean
  /** Set if the page belongs to the settings, which are then marked in the menu if the page has no entry of its own. */
  isSetting?: boolean
  /** URL of this page in another language, if it differs from its path. */
  path?: string
  /** Set if the page itself is about signing out. */
  isLeaving?: boolean
  mainClass: string
  children: ComponentChildren
}) {
  const { words } = view.menu
  const current = { [at]: isBelow ? ('true' as const) : ('page' as const) }
  // Coaches and people without an account have no settings.
  const isOfSettings = isSetting && !isLeaving && view.account !== undefined && !view.menu.isLimited
  return (
    <div class="frame" id="menu">
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <header class="frame-head">
        <MembersAccountMenu view={view} speak={speak} path={path} current={current} />
        {view.account && (
          <a class="icon-button frame-toggle" href={searchUrl(view)}>
            <MenuIcon name="search" size={22} />
            <span class="out-of-sight">{words.search}</span>
          </a>
        )}
        <a class="icon-button frame-toggle frame-open" href="#menu">
          <MenuIcon name="menu" size={22} />
          <span class="out-of-sight">{words.openMenu}</span>
        </a>
        <a class="icon-button frame-toggle frame-close" href="#content">
          <MenuIcon name="close" size={22} />
          <span class="out-of-sight">{words.closeMenu}</span>
        </a>
      </header>
      <Menu view={view} current={current} isOfSettings={isOfSettings} />
      <div class="content">
        <main id="content" class={mainClass} tabIndex={-1}>
          {isOfSettings && (
            <p class="settings-back">
              <a href="/settings">
                <MenuIcon name="back" size={16} />
                {words.pages.settings}
              </a>
            </p>
          )}
          {children}
        </main>
        {!isLeaving && <SignOut view={view} speak={speak} />}
      </div>
    </div>
  )
}

type Current = { readonly [Page in MembersPage]?: 'page' | 'true' }

function Menu({
  view,
  current,
  isOfSettings,
}: {
  view: SignedInView
  current: Current
  isOfSettings: boolean
}) {
  const { words, scopes, isLimited, mailbox, people, tags } = view.menu
  const may = (scope: string) => scopes.includes(scope)
  const groups = menuEntries({ may, isLimited, mailbox })
  const hasEntry = groups.flat().some(({ name }) => name in current)
  const marked = (entry: (typeof groups)[number][number]) => {
    if (entry.at === 'members') return current[entry.name]
    return entry.name === 'settings' && isOfSettings && !hasEntry ? 'true' : undefined
  }
  const counts: Record<string, number | undefined> = { people, tags }
  return (
    <nav id="navigation" class="navigation" aria-label={words.navigation.label}>
      {groups.map((group) => (
        <ul key={group[0]?.name}>
          {group
            // Someone without an account has nothing to see in the dashboard.
            .filter(({ at }) => view.account || at === 'members' || at === 'service')
            .map((entry) => (
              <li key={entry.name}>
                <a class="navigation-entry" href={entryUrl(view, entry)} aria-current={marked(entry)}>
                  {menuLabel(words, entry)}
                  {counts[entry.name] !== undefined && (
                    <span class="figures">
                      {new Intl.NumberFormat(view.languageTag).format(counts[entry.name] ?? 0)}
                    </span>
                  )}
                </a>
              </li>
            ))}
        </ul>
      ))}
    </nav>
  )
}

function entryUrl(view: SignedInView, entry: ReturnType<typeof menuEntries>[number][number]): string {
  if (entry.at === 'members') return membersUrl(view, entry.name)
  return entry.at === 'search' ? searchUrl(view) : entry.path
}

/** The dashboard opens with its search. */
function searchUrl({ home }: SignedInView): string {
  return `${home}?search=1`
}

function SignOut({ view, speak: { say } }: { view: SignedInView; speak: Speaker }) {
  return (
    <footer class="sign-out">
      <p>{say('signOut.who', { email: view.email })}</p>
      <div class="sign-out-forms">
        <form method="post" action={`${view.root}/sign-out`}>
          <button class="button" type="submit">
            {say('signOut.here')}
          </button>
        </form>
        <form method="post" action={`${view.root}/sign-out/everywhere`}>
          <button class="button" type="submit" aria-describedby="everywhere">
            {say('signOut.everywhere')}
          </button>
        </form>
      </div>
      <p class="note" id="everywhere">
        {say('signOut.everywhereText')}
      </p>
    </footer>
  )
}
