import type { FastifyRequest } from 'fastify'
import type { Membership } from '../../contract/authorization.ts'
import type { MemberCaller } from '../../contract/caller.ts'
import { Failure, notFound } from '../../contract/failure.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import type { ClientRowView, ClientSecretView, ClientsProblem, ClientsView } from '../views/clients-view.ts'
import { memberCallerOf } from './member-caller.ts'
import type { MemberOperationResult } from './member-operations-interface.ts'
import type { OAuthSettings } from './settings.ts'
import { type SignedInSettings, signedInView } from './signed-in-view.ts'

export type ClientsSettings = SignedInSettings &
  Pick<OAuthSettings, 'authUrl' | 'pages' | 'clock' | 'newId' | 'csrf' | 'apiRoots'> & {
    people: Pick<OAuthSettings['people'], 'find' | 'listMemberships'>
  }

type SignedInSession = SignedInPerson & { secret: string }

type ClientsPageState = {
  /** The selected account. Null selects the first that the reader owns. */
  accountId: string | null
  isDone?: boolean
  /** Set after a reauthentication that a form required. */
  hasReauthenticated?: boolean
  problem?: ClientsProblem | undefined
  typed?: { name: string; scopes: string[] } | undefined
}

/**
 * The page of machine clients for this reader, and its status: 403 for members who aren't owners. Fails as missing if
 * the selected account isn't one of theirs.
 */
export async function clientsView(
  request: FastifyRequest,
  settings: ClientsSettings,
  person: SignedInSession,
  { accountId, isDone = false, hasReauthenticated = false, problem, typed }: ClientsPageState,
): Promise<{ view: ClientsView; status: number }> {
  const memberships = await settings.people.listMemberships(person)
  const own = memberships.filter(({ isAccepted }) => isAccepted)
  const first = own.find(({ role }) => role === 'owner') ?? own[0]
  const chosen = accountId === null ? first : own.find((one) => one.accountId === accountId)
  if (!chosen && accountId !== null) throw notFound("You're not a member of this account.")
  const listed = chosen && (await listClients(settings, { person, membership: chosen }, request))
  const { account: _, ...frame } = await signedInView(request, settings, { person, memberships, chosen })
  const view: ClientsView = {
    ...frame,
    csrfToken: settings.csrf.createToken(person.secret, 'clients'),
    formId: settings.newId(),
    now: settings.clock().toISOString(),
    accounts: own.map((one) => ({ id: one.accountId, name: one.accountName, isChosen: one === chosen })),
    ...(chosen && {
      account: {
        id: chosen.accountId,
        name: chosen.accountName,
        isPaused: chosen.isPaused,
        isAllowed: listed !== 'forbidden',
        ...(listed !== 'forbidden' && listed && { clients: listed }),
      },
    }),
    isDone,
    hasReauthenticated,
    problem,
    typed,
  }
  return { view, status: listed === 'forbidden' ? 403 : 200 }
}

/** The clients, `forbidden` if the reader may not see them, or undefined if the account's region doesn't answer. */
async function listClients(
  { runMemberOperation }: ClientsSettings,
  { person, membership }: { person: SignedInPerson; membership: Membership },
  request: FastifyRequest,
): Promise<readonly ClientRowView[] | 'forbidden' | undefined> {
  try {
    const metadata = { id: String(request.id) }
    return (await runMemberOperation('list_clients', memberCallerOf(membership, person), {}, metadata))
      .clients
  } catch (error) {
    if (error instanceof Failure && error.code === 'passkey_required') throw error
    if (error instanceof Failure && error.kind === 'forbidden') return 'forbidden'
    if (error instanceof Failure && error.kind === 'unavailable') return undefined
    throw error
  }
}

/** The membership that a page or form names, and the common part of its page. */
export type AccountMembership = {
  membership: Membership
  caller: MemberCaller
  page: Awaited<ReturnType<typeof signedInView>> & { account: { id: string; name: string } }
}

/** Other people's accounts fail as missing, like accounts that don't exist. */
export async function getAccountMembership(
  settings: ClientsSettings,
  request: FastifyRequest,
  person: SignedInSession,
  accountId: string | null,
): Promise<AccountMembership> {
  const memberships = await settings.people.listMemberships(person)
  const membership = memberships.find((one) => one.accountId === accountId && one.isAccepted)
  if (!membership) throw notFound("You're not a member of this account.")
  const account = { id: membership.accountId, name: membership.accountName }
  const caller = memberCallerOf(membership, person)
  const page = await signedInView(request, settings, { person, memberships, chosen: membership })
  return { membership, caller, page: { ...page, account } }
}

/** A client that isn't revoked. Fails as missing otherwise, and as forbidden for members who aren't owners. */
export async function getClient(
  { runMemberOperation }: ClientsSettings,
  request: FastifyRequest,
  { caller }: AccountMembership,
  clientId: string | null,
): Promise<ClientRowView> {
  const metadata = { id: String(request.id) }
  const { clients } = await runMemberOperation('list_clients', caller, {}, metadata)
  const client = clients.find((one) => one.clientId === clientId && one.revokedAt === null)
  if (!client) throw notFound('There is no such client.')
  return client
}

/** The page that shows a secret. Both files contain all that a program needs; the JSON can be sent as it is. */
export function clientSecretView(
  { apiRoots }: Pick<ClientsSettings, 'apiRoots'>,
  { membership, page }: AccountMembership,
  { clientId, clientSecret, name }: MemberOperationResult<'create_client'>,
): ClientSecretView {
  const baseUrl = `${apiRoots[membership.region]}/v4`
  const address = `${baseUrl}/auth`
  const json = {
    token_url: address,
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }
  const env = { BASE_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
  return {
    ...page,
    name,
    clientId,
    clientSecret,
    command: `curl -u ${clientId} -d grant_type=client_credentials ${address}`,
    files: {
      json: `${JSON.stringify(json, null, 2)}\n`,
      env: Object.entries(env)
        .map(([key, value]) => `TIMBRE_${key}=${value}\n`)
        .join(''),
    },
  }
}

/** The page's message for a refusal. Undefined if it has none. */
export function clientsProblemOf({ kind, code, param }: Failure): ClientsProblem | undefined {
  if (code === 'name_differs') return 'clients.problem.nameDiffers'
  if (kind === 'invalid' && param === 'name') return 'clients.problem.name'
  if (kind === 'invalid' && param?.startsWith('scopes')) return 'clients.problem.scopes'
  return problems[code]
}

const problems: Record<string, ClientsProblem> = {
  made_already: 'clients.problem.madeAlready',
  rotated_already: 'clients.problem.rotatedAlready',
  too_many_clients: 'clients.problem.tooMany',
  not_found: 'clients.problem.gone',
  forbidden: 'members.problem.notAllowed',
  passkey_required: 'members.problem.passkeyRequired',
  rate_limited: 'members.problem.tooMany',
  account_paused: 'members.problem.paused',
  conflict: 'members.problem.crossing',
  unavailable: 'members.problem.away',
}
