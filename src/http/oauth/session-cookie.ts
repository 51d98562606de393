import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Payer, paidBy } from '../../contract/payer.ts'
import type { Clock } from '../../contract/ports.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'
import { cookieNameOf, cookieRules, readCookie } from '../page/cookie.ts'
import type { NewSession, People } from './people-interface.ts'

export type SessionSettings = {
  /** Over https the cookies carry the `__Host-` prefix, which binds them to this host and to TLS. */
  authUrl: string
  people: Pick<People, 'find'>
}

/** The person who is signed in in this browser, with the secret of the session. Undefined if no one is. */
export async function findSignedInPerson(
  request: FastifyRequest,
  settings: SessionSettings,
): Promise<(SignedInPerson & { secret: string }) | undefined> {
  const secret = readSessionSecret(request, settings)
  const person = secret ? await settings.people.find(secret) : undefined
  return person && secret ? { ...person, secret } : undefined
}

/** The payer of rate limits for a signed-in person. */
export function personPayer({ id }: SignedInPerson): Payer<'person'> {
  return paidBy('person', id)
}

/** The session secret that the browser sent, not verified yet. */
export function readSessionSecret(
  request: FastifyRequest,
  { authUrl }: Pick<SessionSettings, 'authUrl'>,
): string | undefined {
  return readCookie(request, cookieNameOf('person', authUrl))
}

/** The sign-in attempt that this browser started last. */
export function readAttemptCookie(
  request: FastifyRequest,
  { authUrl }: Pick<SessionSettings, 'authUrl'>,
): string | undefined {
  return readCookie(request, cookieNameOf('sign-in', authUrl))
}

export function setAttemptCookie(
  reply: FastifyReply,
  authUrl: string,
  { attempt, expiresAt }: { attempt: string; expiresAt: Date },
): void {
  reply.header('set-cookie', cookie('sign-in', attempt, expiresAt, authUrl))
}

/** This browser, if this address has signed in here before. */
export function findTrustedDevice(
  request: FastifyRequest,
  { authUrl, people }: { authUrl: string; people: Pick<People, 'trustedDevices'> },
  email: string | undefined,
): Payer<'browser'> | undefined {
  if (email === undefined) return undefined
  return people.trustedDevices.findDevice(readCookie(request, cookieNameOf('known', authUrl)), email)
}

/** Sets the new session, clears the attempt that led to it, and marks the browser as a trusted device. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { authUrl, people, clock }: { authUrl: string; people: Pick<People, 'trustedDevices'>; clock: Clock },
  { secret, expiresAt, email }: NewSession,
): void {
  const mark = people.trustedDevices.createMark(email, readCookie(request, cookieNameOf('known', authUrl)))
  const trustedUntil = new Date(clock().getTime() + people.trustedDevices.days * 86_400_000)
  reply.header('set-cookie', [
    cookie('person', secret, expiresAt, authUrl),
    cookie('sign-in', '', past, authUrl),
    cookie('known', mark, trustedUntil, authUrl),
  ])
}

export function clearSessionCookie(reply: FastifyReply, authUrl: string): void {
  reply.header('set-cookie', cookie('person', '', past, authUrl))
}

/** The attempt to sign in with a provider that this browser started last, and where it continues. */
export function readProviderCookie(
  request: FastifyRequest,
  { authUrl }: Pick<SessionSettings, 'authUrl'>,
): { attempt: string; query: string } {
  const [attempt = '', query = ''] = (readCookie(request, cookieNameOf('provider', authUrl)) ?? '').split('.')
  return { attempt, query: Buffer.from(query, 'base64url').toString('utf8') }
}

export function setProviderCookie(
  reply: FastifyReply,
  { authUrl, clock }: { authUrl: string; clock: Clock },
  { attempt, query }: { attempt: string; query: string },
): void {
  const until = new Date(clock().getTime() + 15 * 60_000)
  const value = `${attempt}.${Buffer.from(query).toString('base64url')}`
  reply.header('set-cookie', cookie('provider', value, until, authUrl))
}

export function clearProviderCookie(reply: FastifyReply, authUrl: string): void {
  reply.header('set-cookie', cookie('provider', '', past, authUrl))
}

type CookieName = 'person' | 'sign-in' | 'known' | 'provider'

const past = new Date(0)

function cookie(name: CookieName, value: string, expiresAt: Date, authUrl: string): string {
  const { attributes } = cookieRules(authUrl)
  return `${cookieNameOf(name, authUrl)}=${value}; Path=/${attributes}; Expires=${expiresAt.toUTCString()}`
}
