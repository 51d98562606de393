import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../../identity/people/sessions.ts'
import { cookieRules, readCookie } from '../page/cookie.ts'
import type { Entrance, People } from './people-port.ts'

export type PersonSettings = {
  /** Over https the cookies carry the `__Host-` prefix, which binds them to this host and to TLS. */
  authUrl: string
  people: Pick<People, 'find'>
}

/** Who is signed in in this browser, with the secret of the session; undefined when nobody is. */
export async function personOf(
  request: FastifyRequest,
  settings: PersonSettings,
): Promise<(SignedIn & { secret: string }) | undefined> {
  const secret = sessionSecret(request, settings)
  const found = secret ? await settings.people.find(secret) : undefined
  return found && secret ? { ...found, secret } : undefined
}

/** What the browser sends as its session, whatever it is worth. */
export function sessionSecret(
  request: FastifyRequest,
  { authUrl }: Pick<PersonSettings, 'authUrl'>,
): string | undefined {
  return readCookie(request, nameOf('person', authUrl))
}

/** The attempt to sign in that this browser began last. */
export function attemptOf(
  request: FastifyRequest,
  { authUrl }: Pick<PersonSettings, 'authUrl'>,
): string | undefined {
  return readCookie(request, nameOf('sign-in', authUrl))
}

export function setAttemptCookie(
  reply: FastifyReply,
  authUrl: string,
  { attempt, expiresAt }: { attempt: string; expiresAt: Date },
): void {
  reply.header('set-cookie', cookie('sign-in', attempt, expiresAt, authUrl))
}

/** Sets the new session, and takes back the attempt that led to it. */
export function setPersonCookie(reply: FastifyReply, authUrl: string, entrance: Entrance): void {
  reply.header('set-cookie', [
    cookie('person', entrance.secret, entrance.expiresAt, authUrl),
    cookie('sign-in', '', past, authUrl),
  ])
}

export function clearPersonCookie(reply: FastifyReply, authUrl: string): void {
  reply.header('set-cookie', cookie('person', '', past, authUrl))
}

type Name = 'person' | 'sign-in'

const past = new Date(0)

function cookie(name: Name, value: string, expiresAt: Date, authUrl: string): string {
  const { attributes } = cookieRules(authUrl)
  return `${nameOf(name, authUrl)}=${value}; Path=/${attributes}; Expires=${expiresAt.toUTCString()}`
}

function nameOf(name: Name, authUrl: string): string {
  return cookieRules(authUrl).secure ? `__Host-${name}` : name
}
