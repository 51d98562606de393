import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Payer, paidBy } from '../../contract/payer.ts'
import type { Clock } from '../../contract/ports.ts'
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

/** Whoever is signed in pays for themselves. */
export function payerOf({ id }: SignedIn): Payer<'person'> {
  return paidBy('person', id)
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

/** This browser, if this address has signed in here before. */
export function knownAs(
  request: FastifyRequest,
  { authUrl, people }: { authUrl: string; people: Pick<People, 'known'> },
  email: string | undefined,
): Payer<'browser'> | undefined {
  if (email === undefined) return undefined
  return people.known.payerOf(readCookie(request, nameOf('known', authUrl)), email)
}

/** Sets the new session, takes back the attempt that led to it, and marks the browser as one that is known. */
export function setPersonCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { authUrl, people, clock }: { authUrl: string; people: Pick<People, 'known'>; clock: Clock },
  { secret, expiresAt, email }: Entrance,
): void {
  const mark = people.known.markFor(email, readCookie(request, nameOf('known', authUrl)))
  const knownUntil = new Date(clock().getTime() + people.known.days * 86_400_000)
  reply.header('set-cookie', [
    cookie('person', secret, expiresAt, authUrl),
    cookie('sign-in', '', past, authUrl),
    cookie('known', mark, knownUntil, authUrl),
  ])
}

export function clearPersonCookie(reply: FastifyReply, authUrl: string): void {
  reply.header('set-cookie', cookie('person', '', past, authUrl))
}

type Name = 'person' | 'sign-in' | 'known'

const past = new Date(0)

function cookie(name: Name, value: string, expiresAt: Date, authUrl: string): string {
  const { attributes } = cookieRules(authUrl)
  return `${nameOf(name, authUrl)}=${value}; Path=/${attributes}; Expires=${expiresAt.toUTCString()}`
}

function nameOf(name: Name, authUrl: string): string {
  return cookieRules(authUrl).secure ? `__Host-${name}` : name
}
