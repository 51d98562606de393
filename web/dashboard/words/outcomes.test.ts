import { expect, test } from 'vitest'
import type { InviteOutcome } from '../client/types.ts'
import { planInviteBatches } from '../inviting/invite-batches.ts'
import { invitableLater, outcomeSummary, outcomeText } from './outcomes.ts'

const outcome = (profileId: string, reason: InviteOutcome['reason'] = null): InviteOutcome => ({
  profileId,
  status: reason === null ? 'sent' : reason === 'number_invalid' ? 'failed' : 'skipped',
  reason,
})

test('summarizes outcomes: sent, then each reason with its number', () => {
  const sent = ['a', 'b', 'c'].map((id) => outcome(id))
  expect(outcomeSummary([...sent, outcome('d', 'profile_without_email')])).toBe(
    '3 sent, 1 skipped: has no email address',
  )
  expect(outcomeSummary([outcome('d', 'number_invalid'), outcome('e', 'number_invalid')])).toBe(
    '2 not sent: the phone number is not a whole one',
  )
  expect(outcomeSummary([outcome('d', 'already_completed'), ...sent])).toBe(
    '3 sent, 1 skipped: already completed',
  )
})

test('says of people whom the service will invite that they follow', () => {
  const later: InviteOutcome = { profileId: 'b', status: 'queued', reason: null }
  expect(outcomeSummary([outcome('c', 'already_completed'), later, outcome('a')])).toBe(
    '1 sent, 1 follows as the limits allow, 1 skipped: already completed',
  )
})

test('lists people who only have to wait', () => {
  const results = [outcome('a'), outcome('b', 'invite_limit'), outcome('c', 'profile_without_email')]
  expect(invitableLater(results)).toEqual(['b'])
  expect(outcomeText(outcome('a'))).toBe('Sent')
  expect(outcomeText(outcome('a', 'already_completed'))).toBe('Skipped: already completed')
})

test('plans one key per 100 people, so that a retried batch is not sent twice', () => {
  const ids = Array.from({ length: 250 }, (_, index) => `p${index}`)
  const { keys } = planInviteBatches({
    channel: 'email',
    profileIds: ids,
    campaign: { name: 'Spring', reminderDays: [] },
  })
  expect(new Set(keys).size).toBe(3)
})
