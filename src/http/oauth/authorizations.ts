import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { App } from '../../contract/authorization.ts'
import { isScope, scopes } from '../../contract/scope.ts'
import { isLoopbackHost, redirectHostOf } from '../../identity/authorization/client-metadata.ts'
import type { Authorizations, PendingAuthorization } from './authorizations-interface.ts'
import { oidcScopes } from './resource-indicators.ts'
import type { OAuthStorage } from './storage.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** What the pages of sign-in and consent ask of the protocol. */
export function createAuthorizations(provider: () => Provider, storage: OAuthStorage): Authorizations {
  const details = (request: FastifyRequest, reply: FastifyReply, uid: string) =>
    findInteraction(provider(), request, reply, uid)

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    result: NonNullable<Interaction['result']>,
  ): Promise<FastifyReply> {
    const interaction = await details(request, reply, uid)
    if (!interaction) throw new Error('The request was answered already, or is not of this browser')
    // The library looks for granted scopes among those that were asked for.
    interaction.params.scope = [...askedScopes(interaction), ...requestedOidcScopes(interaction)].join(' ')
    interaction.result = result
    await interaction.persist()
    return reply.redirect(interaction.returnTo, 303)
  }

  return {
    async pending(request, reply, uid) {
      const interaction = await details(request, reply, uid)
      return interaction && describeInteraction(provider(), storage, interaction)
    },
    async describe(uid) {
      const interaction = await provider().Interaction.find(uid)
      if (!interaction || interaction.result) return undefined
      const pending = await describeInteraction(provider(), storage, interaction as Interaction)
      if (!pending) return undefined
      const { app, redirectHost, earliestSignInAt: since } = pending
      return { appName: app.name, redirectHost, ...(since ? { earliestSignInAt: since } : {}) }
    },
    async finish(request, reply, uid, { personId, grantId, signedInAt }) {
      const interaction = await details(request, reply, uid)
      if (interaction) await storage.recordClientUse(String(interaction.params.client_id))
      // The time of the sign-in, which ID tokens tell (`auth_time`), and not that of the consent.
      const ts = Math.floor(Date.parse(signedInAt) / 1000)
      const login = { accountId: personId, remember: false, ts }
      // The page showed who is signed in, and offered to be somebody else: that answers `prompt=select_account`.
      return answer(request, reply, uid, { select_account: {}, login, consent: { grantId } })
    },
    deny: (request, reply, uid) =>
      answer(request, reply, uid, {
        error: 'access_denied',
        error_description: 'The person did not let the app in.',
      }),
  }
}

/**
 * The request of this uid, if it waits, and waits in this very browser: only that one has the cookie. It can be
 * answered once.
 */
async function findInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  uid: string,
): Promise<Interaction | undefined> {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    return interaction.uid === uid && !interaction.result ? interaction : undefined
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined
    throw error
  }
}

async function describeInteraction(
  provider: Provider,
  storage: OAuthStorage,
  interaction: Interaction,
): Promise<PendingAuthorization | undefined> {
  const redirectUri = String(interaction.params.redirect_uri)
  const app = await findApp(provider, storage, String(interaction.params.client_id), redirectUri)
  if (!app) return undefined
  const url = new URL(redirectUri)
  const since = await earliestSignInAt(storage, interaction)
  return {
    uid: interaction.uid,
    app,
    redirectUri,
    redirectHost: redirectHostOf(redirectUri),
    isLoopback: url.protocol === 'http:' && isLoopbackHost(url.hostname),
    requestedScopes: askedScopes(interaction),
    wasScopeRequested: namedScopes(interaction).some(isScope),
    oidcScopes: requestedOidcScopes(interaction),
    resource: [interaction.params.resource].flat().map(String)[0] ?? '',
    ...(since ? { earliestSignInAt: since } : {}),
  }
}

/** `prompt=login` takes a sign-in after the request, `max_age` one of so many seconds before it at most. */
async function earliestSignInAt(
  storage: OAuthStorage,
  { uid, params }: Interaction,
): Promise<Date | undefined> {
  const isAgain = String(params.prompt ?? '')
    .split(' ')
    .includes('login')
  if (!isAgain && params.max_age === undefined) return undefined
  const record = await storage.findRecord({ model: 'Interaction', id: uid })
  if (!record) return undefined
  return new Date(record.createdAt.getTime() - (isAgain ? 0 : Number(params.max_age) * 1000))
}

/** An app without a name is called by where it is sent back to, which is all that is known of it. */
async function findApp(
  provider: Provider,
  storage: OAuthStorage,
  clientId: string,
  redirectUri: string,
): Promise<App | undefined> {
  const client = await provider.Client.find(clientId)
  if (!client) return undefined
  const row = clientId.startsWith('https://') ? undefined : await storage.findClient(clientId)
  return {
    clientId,
    name: client.clientName ?? redirectHostOf(redirectUri),
    kind: row?.kind ?? 'document',
    createdAt: row?.createdAt ?? null,
    isConfidential: client.clientSecret !== undefined,
  }
}

/** All five where none is named: the person decides, and the answer says what they decided (RFC 6749 section 3.3). */
function askedScopes(interaction: Interaction) {
  const named = namedScopes(interaction).filter(isScope)
  return named.length > 0 ? named : [...scopes]
}

function requestedOidcScopes(interaction: Interaction): string[] {
  return namedScopes(interaction).filter((scope) => oidcScopes.includes(scope))
}

function namedScopes({ params }: Interaction): string[] {
  return typeof params.scope === 'string' ? params.scope.split(' ') : []
}
