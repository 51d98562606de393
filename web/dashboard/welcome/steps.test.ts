import { expect, test } from 'vitest'
import { stepsDone } from './steps.ts'

const begun = { profileId: 'a'.repeat(24), at: '2026-11-21T09:00:00.000Z' }
const sent = {
  profileId: begun.profileId,
  answered: 0,
  itemCount: 157,
  assessment: 'disc' as const,
  assessmentAnswered: 0,
  assessmentItemCount: 24,
  invite: {
    id: 'b'.repeat(24),
    channel: 'email' as const,
    state: 'sent' as const,
    sentAt: begun.at,
    expiresAt: begun.at,
    openedAt: null,
    isReminder: false,
  },
  isInviteQueued: false,
  erasureRequestedAt: null,
}
const nothing = { progress: undefined, isCompleted: false, calls: 0 }

test('nothing is completed before someone was invited, whatever others have completed', () => {
  expect([...stepsDone(undefined, { ...nothing, isCompleted: true })]).toEqual([])
})

test('each step is completed by data of the service', () => {
  expect([...stepsDone(begun, { ...nothing, progress: sent as never })]).toEqual(['invite'])
  const opened = { ...sent, invite: { ...sent.invite, openedAt: begun.at } }
  expect([...stepsDone(begun, { ...nothing, progress: opened as never })]).toEqual(['invite', 'open'])
  expect([
    ...stepsDone({ ...begun, hasRead: true }, { progress: sent as never, isCompleted: true, calls: 1 }),
  ]).toEqual(['invite', 'open', 'take', 'read', 'call'])
})
