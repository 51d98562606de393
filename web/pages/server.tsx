import type { HomeView } from '../views/home-view.ts'
import type { MailboxView } from '../views/mailbox-view.ts'
import type { ProblemView } from '../views/problem-view.ts'
import { type RenderedPage, renderDocument } from './document.tsx'
import { HomePage } from './home.tsx'
import { MailboxPage, mailboxStyles } from './mailbox.tsx'
import { speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { renderPlainPage } from './plain-page.ts'

export { renderAccess, renderPasskeyNeeded } from './access.tsx'
export {
  renderAppRefusal,
  renderConsent,
  renderConsentEnd,
  renderPasskeys,
  renderSignIn,
} from './access-pages.tsx'
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
export { renderReferenceFrame } from './reference-frame.tsx'
export { referenceInMarkdown } from './reference-markdown.ts'
export { renderReport, renderReportOver } from './report.tsx'
export { renderSessions } from './sessions.tsx'
export { renderSignOutKeys } from './sign-out-keys.tsx'
export { summaryCard } from './summary-card.ts'
export {
  renderErasure,
  renderLink,
  renderOptOut,
  renderResults,
  renderShare,
  renderStopped,
  renderTaking,
  renderThanks,
} from './taking-pages.tsx'
export { renderTeamReport } from './team-report.tsx'
export { renderTechnical } from './technical.tsx'
export { renderTools } from './tools.tsx'
export { toolsInMarkdown } from './tools-markdown.ts'

/** A page that could not be shown: what happened, one action, and a reference id, never a cause or a stack. */
export function renderProblem(view: ProblemView): RenderedPage {
  const { say } = speaker(view)
  const heading = say(`problem.${view.kind}`)
  return renderPlainPage(
    view,
    `${heading} · Timbre`,
    <NoticePage
      view={view}
      path={view.path ?? '/'}
      heading={heading}
      texts={[say(`problem.${view.kind}Text`)]}
      action={view.retry === undefined ? undefined : { href: view.retry, label: say('problem.retry') }}
      onward={view.kind === 'notFound' ? { href: '/about', label: say('problem.about') } : undefined}
      note={say('problem.reference', { reference: view.reference })}
    />,
  )
}

/** `/`: what this installation is, with links to its parts. */
export function renderHome(view: HomeView): RenderedPage {
  return renderPlainPage(view, speaker(view).say('home.title'), <HomePage view={view} />)
}

/** `/dev/mailbox`: stored messages. Emails have inline styles, which a frame inherits from this policy. */
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
