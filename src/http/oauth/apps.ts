import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AppGrant, dashboardClientId, type Membership } from '../../contract/authorization.ts'
import { notFound } from '../../contract/failure.ts'
import type { Clock } from '../../contract/ports.ts'
import { scopes } from '../../contract/scope.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { sendPage } from '../page/send-page.ts'
import type { ConnectedAppView } from '../views/app-view.ts'
import type { Pages } from '../views/pages.ts'
import type { AppsInterface } from './apps-interface.ts'
import type { CsrfProtection } from './csrf.ts'
import type { People } from './people-interface.ts'
import { sendToSignIn } from './send-to-sign-in.ts'
import { findSignedInPerson } from './session-cookie.ts'
import { type SignedInSettings, signedInView } from './signed-in-view.ts'

export type AppsPageSettings = SignedInSettings & {
  authUrl: string
  pages: Pages
  clock: Clock
  people: People
  apps: AppsInterface
  csrf: CsrfProtection
}

type SignedInSession = NonNullable<Awaited<ReturnType<typeof findSignedInPerson>>>

/** `/apps`: the connected apps, each with a form that disconnects it. */
export function registerApps(app: FastifyInstance, settings: AppsPageSettings): void {
  app.get('/apps', async (request, reply) => {
    const person = await findSignedInPerson(request, settings)
    if (!person) return sendToSignIn(settings, reply, 'apps')
    return sendApps(settings, request, reply, person)
  })

  app.post('/apps', async (request, reply) => {
    refuseCrossOrigin(request, settings.authUrl)
    const person = await findSignedInPerson(request, settings)
    if (!person) return sendToSignIn(settings, reply, 'apps')
    const form = readForm(request)
    settings.csrf.verifyForm(form, person.secret, purpose)
    await disconnect(settings, person, form.get('grant') ?? '', String(request.id))
    return reply.redirect(`${settings.mountPath}/apps?disconnected=1`, 303)
  })
}

const purpose = 'apps'

/**
 * Revokes everything that the grant's person allowed its app in its account. People can disconnect their own apps and
 * any app in an account they own; other grants look nonexistent. Disconnecting twice is not an error.
 */
async function disconnect(
  { apps, people }: AppsPageSettings,
  person: SignedInSession,
  grantId: string,
  requestId: string,
): Promise<void> {
  const grant = /^[0-9a-f]{24}$/.test(grantId) ? await apps.find(grantId) : undefined
  const memberships = grant ? await people.listMemberships(person) : []
  if (grant?.personId === person.id && isWithinReach(person, memberships, grant))
    return apps.disconnect(grant, { reason: 'person', requestId })
  const owned = memberships.filter(({ role, isAccepted }) => role === 'owner' && isAccepted)
  const owner = owned.find(
    ({ accountId, region }) => accountId === grant?.accountId && region === grant.region,
  )
  if (!grant || !owner) throw notFound('This app is not connected.')
  return apps.disconnect(grant, { reason: 'account', ownerId: owner.memberId, requestId })
}

/** A session that opens one account doesn't show or end what the person connected to others. */
function isWithinReach(
  { onlyAccountId }: SignedInSession,
  memberships: readonly Membership[],
  { accountId }: Pick<AppGrant, 'accountId'>,
): boolean {
  return onlyAccountId === null || memberships.some((membership) => membership.accountId === accountId)
}

async function sendApps(
  settings: AppsPageSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  person: SignedInSession,
): Promise<FastifyReply> {
  const memberships = await settings.people.listMemberships(person)
  const { own, others } = await settings.apps.list(person.id, memberships)
  const csrfToken = settings.csrf.createToken(person.secret, purpose)
  const page = settings.pages.renderApps({
    ...(await signedInView(request, settings, { person, memberships })),
    csrfToken,
    now: settings.clock().toISOString(),
    own: groupGrantsByApp(
      own.filter((grant) => isWithinReach(person, memberships, grant)),
      memberships,
    ),
    others: groupGrantsByApp(others, memberships),
    isOwner: memberships.some(({ role, isAccepted }) => role === 'owner' && isAccepted),
    justDisconnected: searchParamsOf(request).get('disconnected') === '1',
  })
  return sendPage(reply, page)
}

/**
 * One entry per app, account and person. The dashboard is no app that was connected: it is opened by signing in, and its
 * sessions are on a page of their own. The same app is often connected several times, from several computers or with
 * more scopes. The entry shows the union of their scopes, and disconnecting ends all of them.
 */
export function groupGrantsByApp(
  grants: readonly (AppGrant & { email?: string })[],
  memberships: readonly Membership[],
): ConnectedAppView[] {
  const connected = grants.filter(({ clientId }) => clientId !== dashboardClientId)
  const groups = Map.groupBy(connected, (grant) =>
    [grant.clientId, grant.region, grant.accountId, grant.personId].join(' '),
  )
  return [...groups.values()].flatMap((group) => {
    const [newest] = group
    if (!newest) return []
    const account = memberships.find(
      ({ accountId, region }) => accountId === newest.accountId && region === newest.region,
    )
    const uses = group.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).sort()
    const view: ConnectedAppView = {
      grantId: newest.id,
      appName: newest.appName,
      address: newest.redirectHost,
      accountName: account?.accountName ?? newest.accountId,
      scopes: scopes.filter((scope) => group.some((grant) => grant.scopes.includes(scope))),
      createdAt: group.map(({ createdAt }) => createdAt).sort()[0] ?? newest.createdAt,
      lastUsedAt: uses.at(-1) ?? null,
      ...(newest.email === undefined ? {} : { email: newest.email }),
    }
    return [view]
  })
}
