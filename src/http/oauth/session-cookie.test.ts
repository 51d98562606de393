import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  findSignedInPerson,
  readAttemptCookie,
  readSessionSecret,
  setAttemptCookie,
  setSessionCookie,
} from './session-cookie.ts'

/** The cookies that a response sets. */
function cookiesOf(set: (reply: FastifyReply) => void): string[] {
  const lines: string[] = []
  const header = (_name: string, value: string | string[]) => lines.push(...[value].flat())
  set({ header } as unknown as FastifyReply)
  return lines
}

const requestWith = (cookie: string) => ({ headers: { cookie } }) as FastifyRequest
const expiresAt = new Date('2026-12-21T09:00:00Z')

describe('the cookies of a session', () => {
  test('are bound to the host and to TLS over https', () => {
    const url = 'https://id.example.com/auth'
    const attempt = cookiesOf((reply) => setAttemptCookie(reply, url, { attempt: 'a', expiresAt }))
    const newSession = { secret: 's', expiresAt, email: 'ada@example.com', personId: 'p' }
    const clock = () => new Date('2026-11-21T09:00:00Z')
    const trustedDevices = { createMark: () => 'mark', findDevice: () => undefined, days: 365 }
    const settings = { authUrl: url, clock, people: { trustedDevices } }
    const session = cookiesOf((reply) => setSessionCookie(requestWith(''), reply, settings, newSession))
    const rules = 'Path=/; HttpOnly; SameSite=Lax; Secure; Expires='
    expect(attempt).toEqual([`__Host-sign-in=a; ${rules}Mon, 21 Dec 2026 09:00:00 GMT`])
    expect(session).toEqual([
      `__Host-person=s; ${rules}Mon, 21 Dec 2026 09:00:00 GMT`,
      `__Host-sign-in=; ${rules}Thu, 01 Jan 1970 00:00:00 GMT`,
      `__Host-known=mark; ${rules}Sun, 21 Nov 2027 09:00:00 GMT`,
    ])
  })

  test('are only read by the name that they are set with', () => {
    const request = requestWith('person=plain; __Host-person=bound; __Host-sign-in=attempt')
    expect(readSessionSecret(request, { authUrl: 'https://id.example.com' })).toBe('bound')
    expect(readAttemptCookie(request, { authUrl: 'https://id.example.com' })).toBe('attempt')
    expect(readSessionSecret(request, { authUrl: 'http://localhost:3000' })).toBe('plain')
  })
})

describe('findSignedInPerson', () => {
  test('does not look up a session without a cookie', async () => {
    const find = () => Promise.reject(new Error('looked up'))
    expect(
      await findSignedInPerson(requestWith(''), { authUrl: 'http://localhost', people: { find } }),
    ).toBeUndefined()
  })
})
