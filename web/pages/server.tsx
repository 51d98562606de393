import type { HomeView } from '../../src/http/views/home-view.ts'
import type { MailboxView } from '../../src/http/views/mailbox-view.ts'
import type { Pages, RenderedPage } from '../../src/http/views/pages.ts'
import type { ProblemView } from '../../src/http/views/problem-view.ts'
import type { ReceiverView } from '../../src/http/views/receiver-view.ts'
import { renderAccess, renderPasskeyNeeded } from './access.tsx'
import {
  renderAppRefusal,
  renderConsent,
  renderConsentEnd,
  renderPasskeys,
  renderSignIn,
} from './access-pages.tsx'
import { renderApps } from './apps.tsx'
import {
  renderClientRevocation,
  renderClientRotation,
  renderClientSecret,
  renderClients,
} from './clients.tsx'
import { renderCompany } from './company.tsx'
import { companyGuideInMarkdown, renderCompanyGuide } from './company-guide.tsx'
import { renderConnect } from './connect.tsx'
import { renderDocument } from './document.tsx'
import { eventsGuideInMarkdown, renderEventsGuide } from './events-guide.tsx'
import { renderExample } from './example.tsx'
import { HomePage } from './home.tsx'
import { renderImpact } from './impact.tsx'
import { renderLoginLink } from './login-link.tsx'
import { MailboxPage, mailboxStyles } from './mailbox.tsx'
import { renderMemberRemoval, renderMembers } from './members.tsx'
import { speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { ordersGuideInMarkdown, renderOrdersGuide } from './orders-guide.tsx'
import { renderOwnAnswers } from './own-answers.tsx'
import { renderOwnLinkMade } from './own-link.tsx'
import { renderOwnShareCard } from './own-share-card.tsx'
import { renderPlainPage } from './plain-page.ts'
import { renderPlainReference } from './plain-reference.tsx'
import { ReceiverPage, receiverStyles } from './receiver.tsx'
import { renderReference } from './reference.tsx'
import { renderReferenceFrame } from './reference-frame.tsx'
import { referenceInMarkdown } from './reference-markdown.ts'
import { renderReport, renderReportOver } from './report.tsx'
import { renderSessions } from './sessions.tsx'
import { renderShareCard, renderShareCardOver } from './share-card.tsx'
import { renderSignOutKeys } from './sign-out-keys.tsx'
import { renderPeer, renderPeerOver, renderStudy, renderStudyOffer, renderStudyOver } from './study-pages.tsx'
import { summaryCard } from './summary-card.ts'
import {
  renderErasure,
  renderLink,
  renderOptOut,
  renderResults,
  renderShare,
  renderStopped,
  renderTaking,
  renderThanks,
} from './taking-pages.tsx'
import { renderTeamReport } from './team-report.tsx'
import { renderTechnical } from './technical.tsx'
import { renderTools } from './tools.tsx'
import { toolsInMarkdown } from './tools-markdown.ts'

/** Everything that the server loads of the pages. */
export const pages: Pages = {
  companyGuideInMarkdown,
  eventsGuideInMarkdown,
  ordersGuideInMarkdown,
  referenceInMarkdown,
  renderAccess,
  renderCompany,
  renderCompanyGuide,
  renderAppRefusal,
  renderApps,
  renderClientRevocation,
  renderClientRotation,
  renderClientSecret,
  renderClients,
  renderConnect,
  renderConsent,
  renderConsentEnd,
  renderErasure,
  renderEventsGuide,
  renderOrdersGuide,
  renderExample,
  renderHome,
  renderImpact,
  renderLink,
  renderLoginLink,
  renderMailbox,
  renderMemberRemoval,
  renderMembers,
  renderOptOut,
  renderOwnAnswers,
  renderOwnLinkMade,
  renderOwnShareCard,
  renderPasskeyNeeded,
  renderPasskeys,
  renderPlainReference,
  renderProblem,
  renderReference,
  renderReferenceFrame,
  renderReport,
  renderReportOver,
  renderResults,
  renderSessions,
  renderShare,
  renderShareCard,
  renderShareCardOver,
  renderSignIn,
  renderSignOutKeys,
  renderStopped,
  renderPeer,
  renderPeerOver,
  renderStudy,
  renderStudyOffer,
  renderStudyOver,
  renderTaking,
  renderReceiver,
  renderTeamReport,
  renderTechnical,
  renderThanks,
  renderTools,
  summaryCard,
  toolsInMarkdown,
}

/** A page that could not be shown: what happened, one action, and a reference id, never a cause or a stack. */
function renderProblem(view: ProblemView): RenderedPage {
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
      action={wayOut(view)}
      onward={view.kind === 'notFound' ? { href: '/about', label: say('problem.about') } : undefined}
      note={say('problem.reference', { reference: view.reference })}
    />,
  )
}

/** Try again, or back to the dashboard for people who are signed in. */
function wayOut(view: ProblemView): { href: string; label: string } | undefined {
  const { say } = speaker(view)
  if (view.retry !== undefined) return { href: view.retry, label: say('problem.retry') }
  return view.kind === 'notFound' && view.hasSession
    ? { href: '/people', label: say('problem.toPeople') }
    : undefined
}

/** `/`: what this installation is, with links to its parts. */
function renderHome(view: HomeView): RenderedPage {
  return renderPlainPage(view, speaker(view).say('home.title'), <HomePage view={view} />)
}

/** `/dev/hooks`: what arrived at the demo's receiver of webhooks. */
function renderReceiver(view: ReceiverView): RenderedPage {
  return renderDocument({
    languageTag: 'en',
    title: 'Webhook receiver · Timbre',
    styles: receiverStyles,
    body: <ReceiverPage {...view} />,
  })
}

/** `/dev/mailbox`: stored messages. Emails have inline styles, which a frame inherits from this policy. */
function renderMailbox(view: MailboxView): RenderedPage {
  const { selected } = view
  return renderDocument({
    languageTag: 'en',
    title: selected ? `${selected.subject} · Mailbox · Timbre` : 'Mailbox · Timbre',
    styles: mailboxStyles,
    body: <MailboxPage {...view} />,
    styleSource: "'unsafe-inline'",
  })
}
