import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  findSignedInPerson,
  readAttemptCookie,
  readSessionSecret,
  setAttemptCookie,
  setSessionCookie,
} from './session-cookie.ts'

/** The cookies that an answer sets. */
function answered(set: (reply: FastifyReply) => void): string[] {
  const lines: string[] = []
  const header = (_name: string, value: string | string[]) => lines.push(...[value].flat())
  set({ header } as unknown as FastifyReply)
  return lines
}

const asking = (cookie: string) => ({ headers: { cookie } }) as FastifyRequest
const expiresAt = new Date('2026-12-21T09:00:00Z')

describe('the cookies of a person', () => {
  test('are bound to the host and to TLS over https', () => {
    const url = 'https://id.example.com/auth'
    const attempt = answered((reply) => setAttemptCookie(reply, url, { attempt: 'a', expiresAt }))
    const entrance = { secret: 's', expiresAt, email: 'ada@example.com', personId: 'p' }
    const clock = () => new Date('2026-11-21T09:00:00Z')
    const trustedDevices = { createMark: () => 'mark', findDevice: () => undefined, days: 365 }
    const settings = { authUrl: url, clock, people: { trustedDevices } }
    const session = answered((reply) => setSessionCookie(asking(''), reply, settings, entrance))
    const rules = 'Path=/; HttpOnly; SameSite=Lax; Secure; Expires='
    expect(attempt).toEqual([`__Host-sign-in=a; ${rules}Mon, 21 Dec 2026 09:00:00 GMT`])
    expect(session).toEqual([
      `__Host-person=s; ${rules}Mon, 21 Dec 2026 09:00:00 GMT`,
      `__Host-sign-in=; ${rules}Thu, 01 Jan 1970 00:00:00 GMT`,
      `__Host-known=mark; ${rules}Sun, 21 Nov 2027 09:00:00 GMT`,
    ])
  })

  test('are read by the name that they are set under, and by no other', () => {
    const request = asking('person=plain; __Host-person=bound; __Host-sign-in=attempt')
    expect(readSessionSecret(request, { authUrl: 'https://id.example.com' })).toBe('bound')
    expect(readAttemptCookie(request, { authUrl: 'https://id.example.com' })).toBe('attempt')
    expect(readSessionSecret(request, { authUrl: 'http://localhost:3000' })).toBe('plain')
  })
})

describe('personOf', () => {
  test('asks nobody where there is no cookie', async () => {
    const find = () => Promise.reject(new Error('asked'))
    expect(
      await findSignedInPerson(asking(''), { authUrl: 'http://localhost', people: { find } }),
    ).toBeUndefined()
  })
})
