import type { VNode } from 'preact'
import { AppRefusalPage, appRefusalTitle } from './app-refusal.tsx'
import type { AppRefusalView, ConsentEndView, ConsentView } from './app-views.ts'
import { ConsentPage, consentTitle } from './consent.tsx'
import { ConsentEndPage, consentEndTitle } from './consent-end.tsx'
import { consentStyles } from './consent-frame.tsx'
import { type RenderedPage, renderDocument } from './document.tsx'
import { ErasurePage, erasureTitle } from './erasure.tsx'
import { HomePage } from './home.tsx'
import type { HomeView } from './home-view.ts'
import { LinkPage, linkTitle } from './link.tsx'
import type { LinkView, ShareView } from './link-view.ts'
import { MailboxPage, mailboxStyles } from './mailbox.tsx'
import { type MessageKey, speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import type { ErasureView } from './own-view.ts'
import pageStyles from './pages.css?inline'
import { PasskeysPage, passkeysStyles, passkeysTitle } from './passkeys.tsx'
import type { ProblemView } from './problem-view.ts'
import { resultsTitle } from './report-sheets.tsx'
import { ResultsPage, resultsStyles } from './results.tsx'
import { SharePage, shareSheets, shareTitle } from './share.tsx'
import { SignInPage, signInSheets, signInTitle } from './sign-in.tsx'
import type { PasskeyState, PasskeysView, SignInView } from './sign-in-view.ts'
import { StoppedPage } from './stopped.tsx'
import takingStyles from './taking.css?inline'
import { Taking } from './taking.tsx'
import { firstScreen, titleOf } from './taking-screen.ts'
import { ThanksPage, thanksTitle } from './thanks.tsx'
import type { MailboxView, PageView, ResultsView, StoppedView, TakingView, ThanksView } from './views.ts'

export { renderApps } from './apps.tsx'
export {
  renderClientRevocation,
  renderClientRotation,
  renderClientSecret,
  renderClients,
} from './clients.tsx'
export { renderConnect } from './connect.tsx'
export type { RenderedPage } from './document.tsx'
export { renderImpact } from './impact.tsx'
export { renderLoginLink } from './login-link.tsx'
export { renderMemberRemoval, renderMembers } from './members.tsx'
export { renderOwnLinkMade } from './own-link.tsx'
export { renderPlainReference } from './plain-reference.tsx'
export { renderReference } from './reference.tsx'
export { referenceInMarkdown } from './reference-markdown.ts'
export { renderReport, renderReportOver } from './report.tsx'
export { summaryCard } from './summary-card.ts'
export { renderTeamReport } from './team-report.tsx'
export { renderTechnical } from './technical.tsx'
export { renderTools } from './tools.tsx'
export { toolsInMarkdown } from './tools-markdown.ts'

/** The address of the taking page's script; the build puts it in. */
declare const __TAKE_SCRIPT__: string | undefined
/** The address of the script of the pages that use passkeys; the build puts it in. */
declare const __PASSKEY_SCRIPT__: string | undefined

/** `/t/{link}`: who asks, why and how long it takes, and one button; or what became of the link. */
export function renderLink(view: LinkView): RenderedPage {
  return page(view, linkTitle(view), <LinkPage view={view} />)
}

/** `/t/{link}` of a link that anybody may start from: what it is for and a form, or why nobody can start. */
export function renderShare(view: ShareView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: shareTitle(view),
    styles: shareSheets,
    body: <SharePage view={view} />,
  })
}

/** `/take`: works by forms as it stands; its script then takes over the same elements. */
export function renderTaking(view: TakingView): RenderedPage {
  const screen = firstScreen(view)
  const body = (
    <div id="taking">
      <Taking screen={screen} />
    </div>
  )
  const address = typeof __TAKE_SCRIPT__ === 'string' ? __TAKE_SCRIPT__ : '/assets/take.js'
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: titleOf(screen),
    styles: pageStyles + takingStyles,
    body,
    script: { address, state: { ...view, messages: messagesOfTaking(view) } },
  })
}

/** `/take/stopped`: the person chose to go on later. */
export function renderStopped(view: StoppedView): RenderedPage {
  const title = speaker(view).say(view.way === 'left' ? 'stopped.leftTitle' : 'stopped.title')
  return page(view, `${title} · ${view.accountName ?? 'Timbre'}`, <StoppedPage view={view} />)
}

/** `/take/thanks`: all is done, and the account shares the results itself. */
export function renderThanks(view: ThanksView): RenderedPage {
  return page(view, thanksTitle(view), <ThanksPage view={view} />)
}

/** `/take/erasure`: asking the account to delete what it holds on the person. */
export function renderErasure(view: ErasureView): RenderedPage {
  return page(view, erasureTitle(view), <ErasurePage view={view} />)
}

/** Any page that could not be shown: what happened, one way on, and a reference, never a cause or a stack. */
export function renderProblem(view: ProblemView): RenderedPage {
  const { say } = speaker(view)
  const heading = say(`problem.${view.kind}`)
  return page(
    view,
    `${heading} · Timbre`,
    <NoticePage
      view={view}
      path={view.path ?? '/'}
      heading={heading}
      texts={[say(`problem.${view.kind}Text`)]}
      action={view.retry === undefined ? undefined : { href: view.retry, label: say('problem.retry') }}
      note={say('problem.reference', { reference: view.reference })}
    />,
  )
}

/** `/`: what this installation is, and where its parts are. */
export function renderHome(view: HomeView): RenderedPage {
  return page(view, speaker(view).say('home.title'), <HomePage view={view} />)
}

/** `/take/results`: the person's own results. */
export function renderResults(view: ResultsView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: resultsTitle(view),
    styles: resultsStyles,
    body: <ResultsPage {...view} />,
  })
}

/** `/oauth/interaction/{uid}`: what an app asks for, and whether the person lets it in. */
export function renderConsent(view: ConsentView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: consentTitle(view),
    styles: consentStyles,
    body: <ConsentPage view={view} />,
    formTargets: view.formTargets,
  })
}

/** The same address when the person is in no account. */
export function renderConsentEnd(view: ConsentEndView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: consentEndTitle(view),
    styles: consentStyles,
    body: <ConsentEndPage view={view} />,
    formTargets: view.formTargets,
  })
}

/** What an app asked for cannot be put before anybody. No form is on it, and nothing leads away from it. */
export function renderAppRefusal(view: AppRefusalView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: appRefusalTitle(view),
    styles: consentStyles,
    body: <AppRefusalPage view={view} />,
  })
}

/** `/dev/mailbox`: kept messages. Letters bring inline styles of their own, which a frame takes from this policy. */
export function renderMailbox(view: MailboxView): RenderedPage {
  const { selected } = view
  return renderDocument({
    languageTag: 'en',
    title: selected ? `${selected.subject} · Mailbox · Timbre` : 'Mailbox · Timbre',
    styles: mailboxStyles,
    body: <MailboxPage {...view} />,
    styleSource: "'unsafe-inline'",
  })
}

/** `/sign-in`: an address, then a code; works without its script, which only adds passkeys. */
export function renderSignIn(view: SignInView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: signInTitle(view),
    styles: signInSheets,
    body: <SignInPage view={view} />,
    script: passkeyScript({ ceremony: 'sign-in', ...view.passkey }),
  })
}

/** `/passkeys`: the passkeys of whoever is signed in. */
export function renderPasskeys(view: PasskeysView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: passkeysTitle(view),
    styles: passkeysStyles,
    body: <PasskeysPage view={view} />,
    script: passkeyScript({ ceremony: 'registration', ...view.passkey }),
  })
}

function passkeyScript(state: PasskeyState) {
  const address = typeof __PASSKEY_SCRIPT__ === 'string' ? __PASSKEY_SCRIPT__ : '/assets/passkey.js'
  return { address, state }
}

function page({ languageTag, appearance }: PageView, title: string, body: VNode): RenderedPage {
  return renderDocument({ languageTag, title, styles: pageStyles, body, brand: appearance?.brand })
}

const prefixesOfTaking = [
  'page',
  'taking',
  'status',
  'practice',
  'pause',
  'waiting',
  'ended',
  'elsewhere',
  'keys',
]

/** Only what the browser can come to show, so that the page stays small. */
function messagesOfTaking({ messages }: TakingView): Record<string, string> {
  const isNeeded = (key: string) => prefixesOfTaking.includes(key.slice(0, key.indexOf('.')) as MessageKey)
  return Object.fromEntries(Object.entries(messages).filter(([key]) => isNeeded(key)))
}
