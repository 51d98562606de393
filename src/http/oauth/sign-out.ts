import type { FastifyInstance } from 'fastify'
import { refuseForeignOrigin } from '../page/origin.ts'
import { clearPersonCookie, personOf, sessionSecret } from './person.ts'
import type { SignInSettings } from './sign-in.ts'

/** Signing out of this browser and of the dashboard, or of all of them and of every app that was let in. */
export function registerSignOut(pages: FastifyInstance, settings: SignInSettings): void {
  pages.post('/sign-out', async (request, reply) => {
    refuseForeignOrigin(request, settings.authUrl)
    const secret = sessionSecret(request, settings)
    if (secret) await settings.people.signOut(secret, request.id)
    clearPersonCookie(reply, settings.authUrl)
    return reply.redirect(`${settings.mountPath}/sign-in`, 303)
  })
  pages.post('/sign-out/everywhere', async (request, reply) => {
    refuseForeignOrigin(request, settings.authUrl)
    const person = await personOf(request, settings)
    if (person) await settings.people.signOutEverywhere(person.id, request.id)
    clearPersonCookie(reply, settings.authUrl)
    // Passkeys stay, and one of them may be the way in of whoever this was done against.
    const left = person ? (await settings.people.passkeys.list(person.id)).length : 0
    return reply.redirect(`${settings.mountPath}/sign-in${left > 0 ? `?left=${left}` : ''}`, 303)
  })
}
