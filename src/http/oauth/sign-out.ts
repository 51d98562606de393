import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Membership } from '../../contract/authorization.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { sendPage } from '../page/send-page.ts'
import { recordSecurityEvent } from '../security-log.ts'
import type { SignOutKeysView } from '../views/sign-out-view.ts'
import { memberCallerOf } from './member-caller.ts'
import { clearSessionCookie, findSignedInPerson, readSessionSecret } from './session-cookie.ts'
import { auditSessionEnd } from './sessions.ts'
import type { OAuthSettings } from './settings.ts'
import type { SignInSettings } from './sign-in.ts'
import { type SignedInSettings, signedInView } from './signed-in-view.ts'

type Settings = SignInSettings & SignedInSettings & Pick<OAuthSettings, 'csrf' | 'logError'>
type SignedInSession = SignedInPerson & { secret: string }

/**
 * Signs out of this browser and the dashboard, or of all browsers and of every connected app. People who created API
 * keys are asked whether to revoke them too: someone with a stolen session could have read their secrets.
 */
export function registerSignOut(pages: FastifyInstance, settings: Settings): void {
  pages.post('/sign-out', async (request, reply) => {
    refuseCrossOrigin(request, settings.authUrl)
    const secret = readSessionSecret(request, settings)
    if (secret) await settings.people.signOut(secret, request.id)
    clearSessionCookie(reply, settings.authUrl)
    return reply.redirect(`${settings.mountPath}/sign-in`, 303)
  })
  pages.post('/sign-out/everywhere', async (request, reply) => {
    refuseCrossOrigin(request, settings.authUrl)
    const person = await findSignedInPerson(request, settings)
    const form = readForm(request)
    const choice = form.get('keys')
    if (person && choice === null) {
      const memberships = await settings.people.listMemberships(person)
      const keys = await listOwnKeys(settings, request, person, memberships)
      if (keys.length > 0) return askAboutKeys(settings, request, reply, { person, memberships, keys })
    }
    let areKeysLeft = false
    if (person && choice === 'revoke') {
      settings.csrf.verifyForm(form, person.secret, purpose)
      areKeysLeft = !(await revokeKeys(settings, request, person, form.getAll('key')))
    }
    if (person) {
      await settings.people.signOutEverywhere(person, request.id)
      recordSecurityEvent(request, { kind: 'sign_out_everywhere', outcome: 'allowed', personId: person.id })
      await auditSessionEnd(settings, request, person, 'everywhere')
    }
    clearSessionCookie(reply, settings.authUrl)
    // Passkeys stay. One of them may have been added by the attacker whom the person is signing out.
    const left = person ? (await settings.people.passkeys.list(person)).length : 0
    const query = new URLSearchParams()
    if (left > 0) query.set('left', String(left))
    if (areKeysLeft) query.set('keys', 'left')
    return reply.redirect(`${settings.mountPath}/sign-in${query.size > 0 ? `?${query}` : ''}`, 303)
  })
}

const purpose = 'sign-out'

/** The person's API keys in every account. Keys of a region that doesn't answer aren't offered; sign-out continues. */
async function listOwnKeys(
  { runMemberOperation, logError }: Settings,
  request: FastifyRequest,
  person: SignedInSession,
  memberships: readonly Membership[],
): Promise<SignOutKeysView['keys']> {
  const lists = memberships
    .filter(({ isAccepted }) => isAccepted)
    .map(async (membership) => {
      const { accountId, accountName } = membership
      const response = runMemberOperation(
        'list_own_clients',
        memberCallerOf(membership, person),
        {},
        { id: request.id },
      )
      const { clients } = await response.catch((error) => {
        logError({ reqId: request.id, err: error }, 'API keys could not be listed at sign-out')
        return { clients: [] }
      })
      return clients.map(({ clientId, name }) => ({ value: `${accountId} ${clientId}`, name, accountName }))
    })
  return (await Promise.all(lists)).flat()
}

async function askAboutKeys(
  settings: Settings,
  request: FastifyRequest,
  reply: FastifyReply,
  content: { person: SignedInSession; memberships: readonly Membership[]; keys: SignOutKeysView['keys'] },
): Promise<FastifyReply> {
  const { person, memberships, keys } = content
  const frame = await signedInView(request, settings, { person, memberships })
  const csrfToken = settings.csrf.createToken(person.secret, purpose)
  return sendPage(reply, settings.pages.renderSignOutKeys({ ...frame, csrfToken, keys }))
}

/** Revokes the selected keys. False if one of them failed, which doesn't prevent signing out. */
async function revokeKeys(
  { people, runMemberOperation, logError }: Settings,
  request: FastifyRequest,
  person: SignedInSession,
  chosen: readonly string[],
): Promise<boolean> {
  const byAccount = Map.groupBy(
    chosen.map((one) => one.split(' ')),
    ([accountId]) => accountId,
  )
  const memberships = await people.listMemberships(person)
  let isDone = true
  for (const membership of memberships) {
    const clientIds = byAccount.get(membership.accountId)?.map(([, clientId]) => clientId)
    if (!clientIds) continue
    try {
      const caller = memberCallerOf(membership, person)
      await runMemberOperation('revoke_own_clients', caller, { clientIds }, { id: request.id })
    } catch (error) {
      logError({ reqId: request.id, err: error }, 'API keys could not be revoked at sign-out')
      isDone = false
    }
  }
  return isDone
}
