import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readAuditSearch } from '../audit/search.ts'
import { readCampaignSearch, readCampaignsSearch } from '../campaigns/search.ts'
import { redirectToSignIn } from '../client/flow.ts'
import { accountQuery, queryClient } from '../client/queries.ts'
import { readTokens } from '../client/tokens.ts'
import { readEventsSearch } from '../events/search.ts'
import { readInviteSearch } from '../invite/search.ts'
import { readLinksSearch } from '../links/search.ts'
import { readMessagesSearch } from '../messages/search.ts'
import { readPeopleSearch } from '../people/search.ts'
import { readPersonSearch } from '../person/search.ts'
import { readAgendaSearch, readTeamSearch } from '../teams/search.ts'
import { FailurePage, NotFoundPage } from '../ui/failure-page.tsx'
import { lazyLoadPage } from '../ui/lazy-load.ts'
import { readUsageSearch } from '../usage/search.ts'
import { readWebhookSearch } from '../webhooks/search.ts'
import { CallbackPage } from './callback-page.tsx'
import { Frame } from './frame.tsx'
import { knownSearch } from './known-search.ts'

const root = createRootRoute({ notFoundComponent: NotFoundPage })

/** All pages except the sign-in callback have the frame and need a signed-in user. */
const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: Frame,
  beforeLoad: async () => {
    if (!readTokens()) await redirectToSignIn()
    // Load the account first: the notice above the page depends on it and must not push the page down later.
    if (!queryClient.getQueryData(accountQuery.queryKey)) await queryClient.prefetchQuery(accountQuery)
  },
})

/**
 * A page that is loaded on demand. After an update, if its file no longer exists, the router reloads when the page is
 * shown. Offline, a reload would leave an empty page, so then it shows an error with a retry.
 */
function pageOf<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(() => lazyLoadPage(load), name)
}

const callback = createRoute({ getParentRoute: () => root, path: '/callback', component: CallbackPage })

/** The menu of pages outside the dashboard leads here with `?search=1` and `?switch=1`. */
const start = createRoute({
  getParentRoute: () => framed,
  path: '/',
  beforeLoad: async ({ location: { search } }) => {
    if ('switch' in search) await redirectToSignIn({ returnTo: '/people', chooses: true })
    throw redirect({ to: '/people', replace: true, ...('search' in search && { hash: 'search' }) })
  },
})

const people = createRoute({
  getParentRoute: () => framed,
  path: '/people',
  validateSearch: knownSearch(readPeopleSearch),
  component: pageOf(() => import('../people/page.tsx'), 'PeoplePage'),
})
const person = createRoute({
  getParentRoute: () => framed,
  path: '/people/$profileId',
  validateSearch: knownSearch(readPersonSearch),
  component: pageOf(() => import('../person/page.tsx'), 'PersonPage'),
})
const invite = createRoute({
  getParentRoute: () => framed,
  path: '/invite',
  validateSearch: knownSearch(readInviteSearch),
  component: pageOf(() => import('../invite/page.tsx'), 'InvitePage'),
})
const campaigns = createRoute({
  getParentRoute: () => framed,
  path: '/campaigns',
  validateSearch: knownSearch(readCampaignsSearch),
  component: pageOf(() => import('../campaigns/page.tsx'), 'CampaignsPage'),
})
const campaign = createRoute({
  getParentRoute: () => framed,
  path: '/campaigns/$campaignId',
  validateSearch: knownSearch(readCampaignSearch),
  component: pageOf(() => import('../campaigns/campaign-page.tsx'), 'CampaignPage'),
})
const links = createRoute({
  getParentRoute: () => framed,
  path: '/links',
  validateSearch: knownSearch(readLinksSearch),
  component: pageOf(() => import('../links/page.tsx'), 'LinksPage'),
})
const tags = createRoute({
  getParentRoute: () => framed,
  path: '/tags',
  component: pageOf(() => import('../tags/page.tsx'), 'TagsPage'),
})
const teams = createRoute({
  getParentRoute: () => framed,
  path: '/teams',
  validateSearch: knownSearch(readTeamSearch),
  component: pageOf(() => import('../teams/page.tsx'), 'TeamsPage'),
})
const agenda = createRoute({
  getParentRoute: () => framed,
  path: '/teams/agenda',
  validateSearch: knownSearch(readAgendaSearch),
  component: pageOf(() => import('../teams/agenda-page.tsx'), 'AgendaPage'),
})
const compare = createRoute({
  getParentRoute: () => framed,
  path: '/compare',
  validateSearch: knownSearch(readTeamSearch),
  component: pageOf(() => import('../teams/compare-page.tsx'), 'ComparePage'),
})
const audit = createRoute({
  getParentRoute: () => framed,
  path: '/audit',
  validateSearch: knownSearch(readAuditSearch),
  component: pageOf(() => import('../audit/page.tsx'), 'AuditPage'),
})
const usage = createRoute({
  getParentRoute: () => framed,
  path: '/usage',
  validateSearch: knownSearch(readUsageSearch),
  component: pageOf(() => import('../usage/page.tsx'), 'UsagePage'),
})
const study = createRoute({
  getParentRoute: () => framed,
  path: '/study',
  component: pageOf(() => import('../study/page.tsx'), 'StudyPage'),
})
const accountSettings = createRoute({
  getParentRoute: () => framed,
  path: '/settings',
  component: pageOf(() => import('../settings/page.tsx'), 'SettingsPage'),
})
const sender = createRoute({
  getParentRoute: () => framed,
  path: '/settings/sender',
  component: pageOf(() => import('../settings/sender-page.tsx'), 'SenderPage'),
})
const webhooks = createRoute({
  getParentRoute: () => framed,
  path: '/settings/webhooks',
  component: pageOf(() => import('../webhooks/page.tsx'), 'WebhooksPage'),
})
const webhook = createRoute({
  getParentRoute: () => framed,
  path: '/settings/webhooks/$webhookId',
  validateSearch: knownSearch(readWebhookSearch),
  component: pageOf(() => import('../webhooks/endpoint-page.tsx'), 'EndpointPage'),
})
const connections = createRoute({
  getParentRoute: () => framed,
  path: '/settings/connections',
  component: pageOf(() => import('../connections/page.tsx'), 'ConnectionsPage'),
})
const connection = createRoute({
  getParentRoute: () => framed,
  path: '/settings/connections/$connectionId',
  component: pageOf(() => import('../connections/connection-page.tsx'), 'ConnectionPage'),
})
const events = createRoute({
  getParentRoute: () => framed,
  path: '/events',
  validateSearch: knownSearch(readEventsSearch),
  component: pageOf(() => import('../events/page.tsx'), 'EventsPage'),
})
const messages = createRoute({
  getParentRoute: () => framed,
  path: '/messages',
  validateSearch: knownSearch(readMessagesSearch),
  component: pageOf(() => import('../messages/page.tsx'), 'MessagesPage'),
})
const message = createRoute({
  getParentRoute: () => framed,
  path: '/messages/$messageId',
  component: pageOf(() => import('../messages/message-page.tsx'), 'MessagePage'),
})
const welcome = createRoute({
  getParentRoute: () => framed,
  path: '/welcome',
  component: pageOf(() => import('../welcome/page.tsx'), 'WelcomePage'),
})

/** All pages by path. Filters, sorting and tabs are in the address, validated by each feature. */
export const router = createRouter({
  routeTree: root.addChildren([
    callback,
    framed.addChildren([
      start,
      people,
      person,
      invite,
      campaigns,
      campaign,
      links,
      tags,
      teams,
      agenda,
      compare,
      audit,
      usage,
      study,
      accountSettings,
      sender,
      webhooks,
      webhook,
      connections,
      connection,
      events,
      messages,
      message,
      welcome,
    ]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => (
    <FailurePage
      error={error}
      retry={() => {
        reset()
        void router.invalidate()
      }}
    />
  ),
  defaultNotFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
