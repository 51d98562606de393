import type { FastifyInstance } from 'fastify'
import type { DashboardDocuments } from '../page/built-pages.ts'
import { readerLocale } from '../page/language.ts'
import type { WebSettings } from './settings.ts'

/** Paths of the dashboard. All of them respond with the same document; the content comes from the API. */
const dashboardPaths = [
  '/',
  '/callback',
  '/people',
  '/people/:profileId',
  '/invite',
  '/campaigns',
  '/campaigns/:campaignId',
  '/links',
  '/tags',
  '/teams',
  '/teams/agenda',
  '/compare',
  '/audit',
  '/usage',
  '/study',
  '/settings',
  '/settings/webhooks',
  '/settings/webhooks/:webhookId',
  '/settings/sender',
  '/settings/connections',
  '/settings/connections/:connectionId',
  '/events',
  '/messages',
  '/messages/:messageId',
  '/welcome',
] as const

/**
 * The dashboard's document. It is the same for everyone who reads its language, contains no personal data, and is a
 * first-party client of the API. Its policy allows the API here and the authorization server, wherever that is.
 */
export function registerDashboard(web: FastifyInstance, settings: WebSettings): void {
  // The address that people try for signing in. The dashboard leads there, and opens afterwards.
  web.get('/login', async (_request, reply) => reply.redirect('/people', 303))
  const documents = renderDashboard(settings)
  const contentSecurityPolicy = contentSecurityPolicyFor(settings.authUrl)
  for (const path of dashboardPaths) {
    web.get(path, async (request, reply) => {
      const document = documents[readerLocale(request)] ?? documents.en
      const [, theme] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? '') ?? []
      return reply
        .header('vary', 'accept-language, cookie')
        .header('content-security-policy', contentSecurityPolicy)
        .type('text/html; charset=utf-8')
        .send(theme ? document.replace('<html ', `<html data-theme="${theme}" `) : document)
    })
  }
}

function renderDashboard({
  authUrl,
  publicUrl,
  region,
  version,
  otherRoots,
  operatorContact,
  zapierAppUrl,
  listMessages,
  demoReceiver,
  dashboardDocuments: documents,
}: WebSettings): DashboardDocuments {
  const mailbox = listMessages ? { mailbox: '/dev/mailbox' } : {}
  const hooks = demoReceiver ? { hooks: { page: '/dev/hooks', url: demoReceiver.url } } : {}
  const languages = Object.keys(documents)
  const config = {
    authUrl,
    resource: publicUrl,
    region,
    version,
    languages,
    otherRoots,
    operatorContact,
    zapierAppUrl,
    ...mailbox,
    ...hooks,
  }
  const data = JSON.stringify(config).replaceAll('<', '\\u003c')
  const withConfig = (document: string) =>
    document.replace('id="settings"></script>', () => `id="settings">${data}</script>`)
  const rendered = Object.entries(documents).map(([locale, document]) => [locale, withConfig(document)])
  return { ...Object.fromEntries(rendered), en: withConfig(documents.en) }
}

function contentSecurityPolicyFor(authUrl: string): string {
  const authorization = new URL(authUrl).origin
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${authorization}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `form-action 'self' ${authorization}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
