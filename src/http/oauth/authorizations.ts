import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { type App, dashboardClientId } from '../../contract/authorization.ts'
import { isScope, scopes } from '../../contract/scope.ts'
import { isLoopbackHost, redirectHostOf } from '../../identity/authorization/client-metadata.ts'
import type { Authorizations, PendingAuthorization } from './authorizations-interface.ts'
import { oidcScopes } from './oidc-scopes.ts'
import type { OAuthStorage } from './storage.ts'
import { interactionSeconds } from './token-lifetimes.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Implements `Authorizations` on oidc-provider's interactions. */
export function createAuthorizations(
  provider: () => Promise<Provider>,
  storage: OAuthStorage,
): Authorizations {
  const details = async (request: FastifyRequest, reply: FastifyReply, uid: string) =>
    findInteraction(await provider(), request, reply, uid)

  async function submitResult(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    result: NonNullable<Interaction['result']>,
  ): Promise<FastifyReply> {
    const interaction = await details(request, reply, uid)
    if (!interaction) throw new Error('The request was already answered or belongs to another browser')
    // The library only accepts granted scopes that are among the requested ones.
    interaction.params.scope = [...requestedScopesOf(interaction), ...requestedOidcScopes(interaction)].join(
      ' ',
    )
    interaction.result = result
    await interaction.persist()
    return reply.redirect(interaction.returnTo, 303)
  }

  return {
    async pending(request, reply, uid) {
      const interaction = await details(request, reply, uid)
      return interaction && describeInteraction(await provider(), storage, interaction)
    },
    requireAnswer: (uid) =>
      storage.putRecord(
        { model: answerNeeded, id: uid },
        { payload: {}, grantId: null, expiresInSeconds: interactionSeconds },
      ),
    async describe(uid) {
      const interaction = await (await provider()).Interaction.find(uid)
      if (!interaction || interaction.result) return undefined
      const pending = await describeInteraction(await provider(), storage, interaction as Interaction)
      if (!pending) return undefined
      const { app, redirectHost, earliestSignInAt: since } = pending
      const isDashboard = app.clientId === dashboardClientId
      return { appName: app.name, redirectHost, isDashboard, ...(since ? { earliestSignInAt: since } : {}) }
    },
    async finish(request, reply, uid, { personId, grantId, signedInAt }) {
      const interaction = await details(request, reply, uid)
      if (interaction) await storage.recordClientUse(String(interaction.params.client_id))
      // The time of sign-in, not of consent: ID tokens contain it as `auth_time`.
      const ts = Math.floor(Date.parse(signedInAt) / 1000)
      const login = { accountId: personId, remember: false, ts }
      // The page showed who is signed in and offered to switch, which satisfies `prompt=select_account`.
      return submitResult(request, reply, uid, { select_account: {}, login, consent: { grantId } })
    },
    deny: (request, reply, uid) =>
      submitResult(request, reply, uid, {
        error: 'access_denied',
        error_description: 'The person denied the app access.',
      }),
  }
}

/** The request with this uid, if it is pending in this browser, which has its cookie. It can be answered once. */
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
  const { login_hint: hint } = interaction.params
  const isDashboard = app.clientId === dashboardClientId
  const needsAnswer =
    isDashboard && (await storage.findRecord({ model: answerNeeded, id: interaction.uid })) !== undefined
  return {
    uid: interaction.uid,
    app,
    redirectUri,
    redirectHost: redirectHostOf(redirectUri),
    isLoopback: url.protocol === 'http:' && isLoopbackHost(url.hostname),
    requestedScopes: requestedScopesOf(interaction),
    wasScopeRequested: scopeWords(interaction).some(isScope),
    oidcScopes: requestedOidcScopes(interaction),
    resource: [interaction.params.resource].flat().map(String)[0] ?? '',
    choosesAccount: promptsOf(interaction).includes('select_account'),
    ...(since ? { earliestSignInAt: since } : {}),
    ...(isDashboard && hint ? { currentAccountId: String(hint) } : {}),
    ...(needsAnswer ? { needsAnswer } : {}),
  }
}

/** A record of its own: storing the library's again could undo an answer that is given meanwhile. */
const answerNeeded = 'AnswerNeeded'

function promptsOf({ params }: Interaction): string[] {
  return String(params.prompt ?? '').split(' ')
}

/** `prompt=login` requires a sign-in after the request, `max_age` one at most that many seconds before it. */
async function earliestSignInAt(storage: OAuthStorage, interaction: Interaction): Promise<Date | undefined> {
  const { uid, params } = interaction
  const needsNewSignIn = promptsOf(interaction).includes('login')
  if (!needsNewSignIn && params.max_age === undefined) return undefined
  const record = await storage.findRecord({ model: 'Interaction', id: uid })
  if (!record) return undefined
  return new Date(record.createdAt.getTime() - (needsNewSignIn ? 0 : Number(params.max_age) * 1000))
}

/** An app without a name is shown by its redirect host, the only thing known about it. */
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

/**
 * All five if none was requested: the person chooses, and the response names the granted ones (RFC 6749 section 3.3).
 */
function requestedScopesOf(interaction: Interaction) {
  const requested = scopeWords(interaction).filter(isScope)
  return requested.length > 0 ? requested : [...scopes]
}

function requestedOidcScopes(interaction: Interaction): string[] {
  return scopeWords(interaction).filter((scope) => oidcScopes.includes(scope))
}

function scopeWords({ params }: Interaction): string[] {
  return typeof params.scope === 'string' ? params.scope.split(' ') : []
}
