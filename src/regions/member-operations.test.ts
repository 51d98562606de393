import { expect, test } from 'vitest'
import { createMemberOperations } from './member-operations.ts'

const caller = {
  ...({ kind: 'member', region: 'eu' } as const),
  accountId: 'a'.repeat(24),
  memberId: 'b'.repeat(24),
  signIn: { at: '2026-11-21T09:00:00.000Z', byPasskey: false },
}
const member = {
  id: caller.memberId,
  email: 'ada@example.com',
  role: 'owner',
  state: 'accepted',
  since: '2026-11-21T09:00:00.000Z',
  expiresAt: null,
  invitedBy: null,
}

/** Runs `read_membership` when the other region answers this. */
const readFrom = (answer: unknown) => {
  const runLocally = async () => Promise.reject(new Error('The account is in the other region'))
  const run = createMemberOperations(runLocally, 'us', {
    call: async () => ({ answer }),
    clock: () => new Date(),
  })
  return run('read_membership', caller, {}, { id: 'request' })
}

test('the response of another region is passed on', async () => {
  expect(await readFrom(member)).toEqual(member)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an invalid time', { ...member, since: 'soon' }],
  ['an invitation whose expiry is not a time', { ...member, state: 'invited', expiresAt: 'never' }],
  ['an unknown role', { ...member, role: 'root' }],
  ['additional fields', { ...member, html: '<b>Ada</b>' }],
])('a region that answers with %s counts as unavailable', async (_, answer) => {
  await expect(readFrom(answer)).rejects.toMatchObject({ kind: 'unavailable' })
})
