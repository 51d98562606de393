import { expect, test } from 'vitest'
import { createMemberOperations } from './member-operations.ts'

const caller = {
  ...({ kind: 'member', region: 'eu' } as const),
  ...{ accountId: 'a'.repeat(24), memberId: 'b'.repeat(24) },
  signIn: { at: '2026-11-21T09:00:00.000Z', byPasskey: false },
}
const member = {
  ...{ id: caller.memberId, email: 'ada@example.com', role: 'owner', state: 'accepted' },
  ...{ since: '2026-11-21T09:00:00.000Z', expiresAt: null, invitedBy: null },
}

/** What the page is given where the other region answers like this. */
const readFrom = (answer: unknown) => {
  const nowhere = async () => Promise.reject(new Error('The account is in the other region'))
  const run = createMemberOperations(nowhere, 'us', {
    call: async () => ({ answer }),
    clock: () => new Date(),
  })
  return run('read_membership', caller, {}, { id: 'request' })
}

test('what another region says of a member is passed on', async () => {
  expect(await readFrom(member)).toEqual(member)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a time that is none', { ...member, since: 'soon' }],
  ['an invitation that never ends as text', { ...member, state: 'invited', expiresAt: 'never' }],
  ['a role that there is not', { ...member, role: 'root' }],
  ['more than was asked for', { ...member, html: '<b>Ada</b>' }],
])('a region that answers with %s is as good as away', async (_, answer) => {
  await expect(readFrom(answer)).rejects.toMatchObject({ kind: 'unavailable' })
})
