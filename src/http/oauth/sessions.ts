import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedIn } from '../../identity/people/sessions.ts'
import { searchOf } from '../page/address.ts'
import { sendPage } from '../page/answer.ts'
import { readForm } from '../page/form.ts'
import { refuseForeignOrigin } from '../page/origin.ts'
import { frameOf } from './frame.ts'
import { callerOf } from './members-view.ts'
import { personOf } from './person.ts'
import type { OAuthSettings } from './settings.ts'

/** `/sessions`: where a person is signed in. They end one session, or all but the one they use. */
export function registerSessions(pages: FastifyInstance, settings: OAuthSettings): void {
  const { mountPath, people, formProof } = settings
  const signIn = `${mountPath}/sign-in?continue=sessions`

  pages.get('/sessions', async (request, reply) => {
    const person = await personOf(request, settings)
    if (!person) return reply.redirect(signIn, 303)
    const [sessions, memberships] = await Promise.all([
      people.sessions.list(person),
      people.listMemberships(person.email),
    ])
    const page = settings.pages.renderSessions({
      ...frameOf(request, settings, { email: person.email, memberships }),
      proof: formProof.proofFor(person.secret, purpose),
      now: settings.clock().toISOString(),
      isDone: searchOf(request).get('done') === '1',
      sessions: sessions.map(({ dashboardMark: _, ...session }) => session),
    })
    return sendPage(reply, page)
  })

  pages.post('/sessions/end', async (request, reply) => {
    refuseForeignOrigin(request, settings.authUrl)
    const person = await personOf(request, settings)
    if (!person) return reply.redirect(signIn, 303)
    const form = readForm(request)
    formProof.refuseUnproven(form, person.secret, purpose)
    const sessionId = form.get('session')
    const which = sessionId === null ? 'others' : { sessionId }
    const ended = await people.sessions.end(person, { which, requestId: request.id })
    if (ended > 0) await noteSessionEnd(settings, request, person, sessionId === null ? 'others' : 'one')
    return reply.redirect(`${mountPath}/sessions?done=1`, 303)
  })
}

const purpose = 'sessions'

type NoteSettings = Pick<OAuthSettings, 'people' | 'runMembership' | 'logError'>

/** Writes to the audit log of each account of the person that sessions ended. */
export function noteSessionEnd(
  settings: NoteSettings,
  request: FastifyRequest,
  person: SignedIn,
  which: 'one' | 'others' | 'everywhere',
): Promise<void> {
  return note(settings, request, person, 'end_sessions', { which })
}

/** The same for a passkey that was added or removed, and for the sessions that ended by it. */
export function notePasskeyChange(
  settings: NoteSettings,
  request: FastifyRequest,
  person: SignedIn,
  { change, endedSessions }: { change: 'added' | 'removed'; endedSessions: number },
): Promise<void> {
  return note(settings, request, person, 'change_passkeys', { change, endedSessions: endedSessions > 0 })
}

/** What can't be written now must keep nobody from signing out. */
async function note(
  { people, runMembership, logError }: NoteSettings,
  request: FastifyRequest,
  person: SignedIn,
  name: 'end_sessions' | 'change_passkeys',
  input: Record<string, unknown>,
): Promise<void> {
  const memberships = await people.listMemberships(person.email)
  for (const membership of memberships.filter(({ isAccepted }) => isAccepted)) {
    const caller = callerOf(membership, person)
    const noted = runMembership(name, caller, input, { id: request.id })
    await noted.catch((error) => logError({ reqId: request.id, err: error }, `${name} was not audited`))
  }
}
