import type { AccessView, PasskeyNeededView } from './access-view.ts'
import type { AppRefusalView, AppsView, ConsentEndView, ConsentView } from './app-view.ts'
import type {
  ClientRevocationView,
  ClientRotationView,
  ClientSecretView,
  ClientsView,
  LoginLinkView,
} from './clients-view.ts'
import type { CompanyView } from './company-view.ts'
import type { ConnectView } from './connect-view.ts'
import type { EventsGuideView } from './events-guide-view.ts'
import type { ExampleView } from './example-view.ts'
import type { HomeView } from './home-view.ts'
import type { ImpactView } from './impact-view.ts'
import type { LinkView, ShareView } from './link-view.ts'
import type { MailboxView } from './mailbox-view.ts'
import type { MemberRemovalView, MembersView } from './members-view.ts'
import type { OptOutView } from './opt-out-view.ts'
import type { OrdersGuideView } from './orders-guide-view.ts'
import type { OwnAnswersView } from './own-answers-view.ts'
import type { OwnLinkMadeView } from './own-link-view.ts'
import type { ErasureView } from './own-view.ts'
import type { PeerOverView, PeerView } from './peer-view.ts'
import type { ProblemView } from './problem-view.ts'
import type { ReceiverView } from './receiver-view.ts'
import type { ReferenceFrameView, ReferenceView } from './reference-view.ts'
import type { ReportOverView, ReportView } from './report-view.ts'
import type { ResultsView } from './results-view.ts'
import type { SessionsView } from './sessions-view.ts'
import type { OwnShareCardView, ShareCardOverView, ShareCardView } from './share-card-view.ts'
import type { PasskeysView, SignInView } from './sign-in-view.ts'
import type { SignOutKeysView } from './sign-out-view.ts'
import type { StudyOfferView, StudyOverView, StudyView } from './study-view.ts'
import type { StoppedView, TakingView, ThanksView } from './taking-view.ts'
import type { TeamReportView } from './team-report-view.ts'
import type { TechnicalView } from './technical-view.ts'
import type { ToolsView } from './tools-view.ts'

/** A whole page with its Content-Security-Policy. */
export type RenderedPage = { readonly html: string; readonly contentSecurityPolicy: string }

type Page<View> = (view: View) => RenderedPage

/**
 * What the server needs of the pages: a function from a view to an HTML document for each. `web/pages/server.tsx`
 * implements it, and the server loads the built file, so that no source of the server imports one of the pages.
 */
export type Pages = {
  renderAccess: Page<AccessView>
  renderCompany: Page<CompanyView>
  renderCompanyGuide: () => RenderedPage
  renderAppRefusal: Page<AppRefusalView>
  renderApps: Page<AppsView>
  renderClientRevocation: Page<ClientRevocationView>
  renderClientRotation: Page<ClientRotationView>
  renderClientSecret: Page<ClientSecretView>
  renderClients: Page<ClientsView>
  renderConnect: Page<ConnectView>
  renderConsent: Page<ConsentView>
  renderConsentEnd: Page<ConsentEndView>
  renderErasure: Page<ErasureView>
  renderExample: Page<ExampleView>
  renderHome: Page<HomeView>
  renderImpact: Page<ImpactView>
  renderLink: Page<LinkView>
  renderLoginLink: Page<LoginLinkView>
  renderMailbox: Page<MailboxView>
  renderMemberRemoval: Page<MemberRemovalView>
  renderMembers: Page<MembersView>
  renderOptOut: Page<OptOutView>
  renderOwnAnswers: Page<OwnAnswersView>
  renderOwnLinkMade: Page<OwnLinkMadeView>
  renderOwnShareCard: Page<OwnShareCardView>
  renderPasskeyNeeded: Page<PasskeyNeededView>
  renderPasskeys: Page<PasskeysView>
  renderProblem: Page<ProblemView>
  renderReceiver: Page<ReceiverView>
  renderReference: Page<ReferenceView>
  renderReferenceFrame: Page<ReferenceFrameView>
  renderReport: Page<ReportView>
  renderReportOver: Page<ReportOverView>
  renderResults: Page<ResultsView>
  renderSessions: Page<SessionsView>
  renderShare: Page<ShareView>
  renderShareCard: Page<ShareCardView>
  renderShareCardOver: Page<ShareCardOverView>
  renderSignIn: Page<SignInView>
  renderSignOutKeys: Page<SignOutKeysView>
  renderStopped: Page<StoppedView>
  renderPeer: Page<PeerView>
  renderPeerOver: Page<PeerOverView>
  renderStudy: Page<StudyView>
  renderStudyOffer: Page<StudyOfferView>
  renderStudyOver: Page<StudyOverView>
  renderTaking: Page<TakingView>
  renderTeamReport: Page<TeamReportView>
  renderTechnical: Page<TechnicalView>
  renderThanks: Page<ThanksView>
  renderEventsGuide: Page<EventsGuideView>
  renderOrdersGuide: Page<OrdersGuideView>
  renderTools: Page<ToolsView>
  /** The API description, parsed. */
  renderPlainReference: Page<object>
  /** The same as Markdown. */
  referenceInMarkdown: (description: object) => string
  companyGuideInMarkdown: () => string
  eventsGuideInMarkdown: (view: EventsGuideView) => string
  ordersGuideInMarkdown: (view: OrdersGuideView) => string
  toolsInMarkdown: (view: ToolsView) => string
  /** HTML of the results card; empty in a build without it. */
  summaryCard: string
}
