import type { FastifyInstance } from 'fastify'
import { notFound } from '../../contract/failure.ts'
import { rememberLanguage } from '../page/language.ts'
import { rememberTheme } from '../page/theme.ts'
import { registerAccess } from './access.ts'
import { registerApps } from './apps.ts'
import { registerClients } from './clients.ts'
import { registerCompany } from './company.ts'
import { registerDiscovery } from './discovery.ts'
import { registerEndpoints } from './endpoints.ts'
import { sendErrorPage } from './error-page.ts'
import { registerInteraction } from './interaction-pages.ts'
import { registerLoginLink } from './login-link.ts'
import { registerMembers } from './members.ts'
import { registerPasskeys } from './passkeys.ts'
import { sendProblemPage } from './problem-page.ts'
import { registerProviderSignIn } from './provider-sign-in.ts'
import { registerSessions } from './sessions.ts'
import type { OAuthSettings } from './settings.ts'
import { registerSignIn } from './sign-in.ts'
import { registerSignOut } from './sign-out.ts'

/** The authorization server: its endpoints for apps and its pages for people. */
export async function registerOAuth(app: FastifyInstance, settings: OAuthSettings): Promise<void> {
  registerDiscovery(app, settings)
  await app.register(
    async (pages) => {
      pages.removeAllContentTypeParsers()
      pages.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
      pages.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      })
      rememberLanguage(pages, settings.authUrl)
      rememberTheme(pages, settings.authUrl)
      pages.setErrorHandler((error: Error, request, reply) => sendErrorPage(settings, request, reply, error))
      // At the root of the service, `src/http/web` answers unknown paths.
      if (settings.mountPath !== '') {
        pages.setNotFoundHandler((request, reply) =>
          sendProblemPage(settings, request, reply, notFound('There is nothing at this address.')),
        )
      }
      // Pages register here. Their paths are relative to the mount path.
      registerSignIn(pages, settings)
      registerProviderSignIn(pages, settings)
      registerSignOut(pages, settings)
      registerInteraction(pages, settings)
      registerApps(pages, settings)
      registerMembers(pages, settings)
      registerClients(pages, settings)
      registerAccess(pages, settings)
      registerCompany(pages, settings)
      registerPasskeys(pages, settings)
      registerSessions(pages, settings)
      registerLoginLink(pages, settings)
      await pages.register(async (endpoints) => registerEndpoints(endpoints, settings))
    },
    { prefix: settings.mountPath },
  )
}

/** In regions without the authorization server, redirects the paths of its pages to it. */
export function registerAuthServerRedirects(app: FastifyInstance, authUrl: string): void {
  for (const path of [
    '/sign-in',
    '/passkeys',
    '/sessions',
    '/apps',
    '/members',
    '/clients',
    '/access',
    '/company',
  ]) {
    app.get(path, async (_request, reply) => reply.redirect(authUrl + path, 303))
  }
}
