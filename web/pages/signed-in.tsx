import type { ComponentChildren } from 'preact'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { SignedInView } from '../../src/http/views/signed-in-view.ts'
import { LanguageChooser } from './language-chooser.tsx'
import type { Speaker } from './messages.ts'
import pageStyles from './pages.css?inline'
import page from './signed-in.css?inline'
import { Wordmark } from './wordmark.tsx'

/** Styles of the frame, after the tokens and before those of its page. */
export const signedInStyles = pageStyles + page

/** Members' pages by path. */
const pageLabels = {
  apps: 'nav.apps',
  members: 'nav.members',
  clients: 'nav.clients',
  access: 'nav.access',
  passkeys: 'nav.passkeys',
  sessions: 'nav.sessions',
} as const satisfies Record<string, MessageKey>

/**
 * The frame of members' pages: the account and the navigation at the side, as in the dashboard, above on phones, and a
 * foot with sign-out.
 */
export function SignedInPage({
  view,
  speak,
  at,
  isBelow = false,
  path = urlOf(view, at),
  isScripted = false,
  isLeaving = false,
  mainClass,
  children,
}: {
  view: SignedInView
  speak: Speaker
  at: keyof typeof pageLabels
  /** Set on a subpage, whose navigation entry leads back. */
  isBelow?: boolean
  /** URL of this page in another language, if it differs from its path. */
  path?: string
  /** Set if a page script submits the language choice. */
  isScripted?: boolean
  /** Set if the page itself is about signing out. */
  isLeaving?: boolean
  mainClass: string
  children: ComponentChildren
}) {
  return (
    <div class="signed-in">
      <header class="signed-in-head">
        <Wordmark />
        {view.account && <bdi class="signed-in-account">{view.account.name}</bdi>}
        <nav aria-label={speak.say('nav.label')}>
          <ul>
            {pagesFor(view).map((place) =>
              isOwnPage(place) ? (
                <li key={place}>
                  <a
                    href={urlOf(view, place)}
                    aria-current={place === at ? (isBelow ? 'true' : 'page') : undefined}
                  >
                    {speak.say(pageLabels[place])}
                  </a>
                </li>
              ) : (
                <li key={place} class={place === 'people' ? undefined : 'signed-in-dashboard'}>
                  <a href={place === 'people' ? view.home : `${view.home}${place}`}>
                    {speak.say(dashboardLabels[place])}
                  </a>
                </li>
              ),
            )}
          </ul>
        </nav>
        <LanguageChooser view={view} speak={speak} path={path} isScripted={isScripted} />
      </header>
      <main class={mainClass}>{children}</main>
      {!isLeaving && <SignOut view={view} speak={speak} />}
    </div>
  )
}

/** Pages of the dashboard by path. Narrow screens have room for the first only. */
const dashboardLabels = {
  people: 'nav.people',
  teams: 'nav.teams',
  tags: 'nav.tags',
  welcome: 'nav.steps',
  audit: 'nav.audit',
  events: 'nav.events',
  usage: 'nav.usage',
  settings: 'nav.settings',
} as const satisfies Record<string, MessageKey>

type OwnPage = keyof typeof pageLabels
type NavigationPage = OwnPage | keyof typeof dashboardLabels

/** In the order of the dashboard. */
const navigation: readonly NavigationPage[] = [
  ...(['people', 'teams', 'tags', 'welcome', 'apps', 'clients', 'audit', 'events', 'usage'] as const),
  ...(['members', 'settings', 'access', 'passkeys', 'sessions'] as const),
]

/** Someone without an account has nothing to see in the dashboard. */
function pagesFor({ account }: SignedInView): readonly NavigationPage[] {
  return account ? navigation : navigation.filter((place) => place === 'people' || isOwnPage(place))
}

function isOwnPage(place: NavigationPage): place is OwnPage {
  return place in pageLabels
}

/** Keeps the chosen account for users with several. */
function urlOf({ root, account, hasSeveral }: SignedInView, place: keyof typeof pageLabels): string {
  return account && hasSeveral ? `${root}/${place}?account=${account.id}` : `${root}/${place}`
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
