import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { sendPage } from '../page/send-page.ts'
import { memberCallerOf } from './member-caller.ts'
import { findSignedInPerson } from './session-cookie.ts'
import type { OAuthSettings } from './settings.ts'
import { signedInView } from './signed-in-view.ts'

/** `/sessions`: where a person is signed in. They can end one session, or all but the one they use. */
export function registerSessions(pages: FastifyInstance, settings: OAuthSettings): void {
  const { mountPath, people, csrf } = settings
  const signIn = `${mountPath}/sign-in?continue=sessions`

  pages.get('/sessions', async (request, reply) => {
    const person = await findSignedInPerson(request, settings)
    if (!person) return reply.redirect(signIn, 303)
    const [sessions, memberships] = await Promise.all([
      people.sessions.list(person),
      people.listMemberships(person),
    ])
    const page = settings.pages.renderSessions({
      ...(await signedInView(request, settings, { person, memberships })),
      csrfToken: csrf.createToken(person.secret, purpose),
      now: settings.clock().toISOString(),
      isDone: searchParamsOf(request).get('done') === '1',
      sessions: sessions.map(({ dashboardMark: _, ...session }) => session),
    })
    return sendPage(reply, page)
  })

  pages.post('/sessions/end', async (request, reply) => {
    refuseCrossOrigin(request, settings.authUrl)
    const person = await findSignedInPerson(request, settings)
    if (!person) return reply.redirect(signIn, 303)
    const form = readForm(request)
    csrf.verifyForm(form, person.secret, purpose)
    const sessionId = form.get('session')
    const which = sessionId === null ? 'others' : { sessionId }
    const ended = await people.sessions.end(person, { which, requestId: request.id })
    if (ended > 0) await auditSessionEnd(settings, request, person, sessionId === null ? 'others' : 'one')
    return reply.redirect(`${mountPath}/sessions?done=1`, 303)
  })
}

const purpose = 'sessions'

type AuditSettings = Pick<OAuthSettings, 'people' | 'runMemberOperation' | 'logError'>

/** Records in the audit log of each of the person's accounts that sessions ended. */
export function auditSessionEnd(
  settings: AuditSettings,
  request: FastifyRequest,
  person: SignedInPerson,
  which: 'one' | 'others' | 'everywhere',
): Promise<void> {
  return auditInAllAccounts(settings, request, person, 'end_sessions', { which })
}

/** The same for a passkey that was added or removed, and for the sessions that ended because of it. */
export function auditPasskeyChange(
  settings: AuditSettings,
  request: FastifyRequest,
  person: SignedInPerson,
  { change, endedSessions }: { change: 'added' | 'removed'; endedSessions: number },
): Promise<void> {
  return auditInAllAccounts(settings, request, person, 'change_passkeys', {
    change,
    endedSessions: endedSessions > 0,
  })
}

/** A failure to write to the audit log must not keep anyone from signing out. */
async function auditInAllAccounts(
  { people, runMemberOperation, logError }: AuditSettings,
  request: FastifyRequest,
  person: SignedInPerson,
  name: 'end_sessions' | 'change_passkeys',
  input: Record<string, unknown>,
): Promise<void> {
  const memberships = await people.listMemberships(person)
  for (const membership of memberships.filter(({ isAccepted }) => isAccepted)) {
    const caller = memberCallerOf(membership, person)
    const recorded = runMemberOperation(name, caller, input, { id: request.id })
    await recorded.catch((error) => logError({ reqId: request.id, err: error }, `${name} was not audited`))
  }
}
