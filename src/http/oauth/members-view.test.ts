import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Membership } from '../../contract/authorization.ts'
import { Failure, forbidden, notFound, wrongRegion } from '../../contract/failure.ts'
import type { RunMemberOperation } from './member-operations-interface.ts'
import { listInvitations } from './members-view.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const person = { id: 'p', email: 'ada@example.com', signedInAt: '2026-11-21T09:00:00.000Z', method: 'code' }
const invited = { accountId: 'a', accountName: 'Heron & Co', region: 'eu', memberId: 'm', role: 'user' }
const withoutDetails = {
  ...{ accountId: 'a', accountName: 'Heron & Co', role: 'user' },
  ...{ invitedBy: null, expiresAt: null },
}

/** The open invitations if the account's region answers this. */
function listIf(answer: () => Promise<unknown>) {
  const runMemberOperation = (() => answer()) as unknown as RunMemberOperation
  const memberships = [{ ...invited, isAccepted: false, isPaused: false }] as unknown as Membership[]
  const request = { id: 'request' } as FastifyRequest
  return listInvitations({ runMemberOperation }, person as never, memberships, request)
}

test.each([
  ['cannot be reached', new Failure('unavailable', { message: 'away' })],
  ['limits the person', new Failure('rate_limited', { message: 'slow down', retryAfterSeconds: 5 })],
  ['is no longer the home of the account', wrongRegion('sea')],
])('an invitation is shown without details while its region %s', async (_, failure) => {
  expect(await listIf(() => Promise.reject(failure))).toEqual([withoutDetails])
})

test('and while its region says nothing: the page does not wait for it', async () => {
  const list = listIf(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await list).toEqual([withoutDetails])
})

test.each([
  ['missing', notFound('gone')],
  ['forbidden', forbidden('gone')],
])('an invitation that is %s is left out', async (_, failure) => {
  expect(await listIf(() => Promise.reject(failure))).toEqual([])
})

test('an error of the service itself is no silence', async () => {
  await expect(listIf(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
