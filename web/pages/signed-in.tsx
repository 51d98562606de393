import type { ComponentChildren } from 'preact'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { SignedInView } from '../../src/http/views/signed-in-view.ts'
import { LanguageChooser } from './language-chooser.tsx'
import type { Speaker } from './messages.ts'
import pageStyles from './pages.css?inline'
import { SerifPreload, serifStyles } from './serif.tsx'
import page from './signed-in.css?inline'
import { Wordmark } from './wordmark.tsx'

/** Styles of the frame, after the tokens and before those of its page. */
export const signedInStyles = serifStyles + pageStyles + page

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
 * The frame of members' pages: like the dashboard, one head with the account, navigation, and a foot with sign-out.
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
      <SerifPreload />
      <header class="signed-in-head">
        <Wordmark />
        {view.account && <bdi class="signed-in-account">{view.account.name}</bdi>}
        <nav aria-label={speak.say('nav.label')}>
          <ul>
            <li>
              <a href={view.home}>{speak.say('nav.people')}</a>
            </li>
            {pageNames.map((place) => (
              <li key={place}>
                <a
                  href={urlOf(view, place)}
                  aria-current={place === at ? (isBelow ? 'true' : 'page') : undefined}
                >
                  {speak.say(pageLabels[place])}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <LanguageChooser view={view} speak={speak} path={path} isScripted={isScripted} />
      </header>
      <main class={mainClass}>{children}</main>
      {!isLeaving && <SignOut view={view} speak={speak} />}
    </div>
  )
}

const pageNames = Object.keys(pageLabels) as (keyof typeof pageLabels)[]

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
