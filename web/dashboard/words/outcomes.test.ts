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
  expect(outcomeSummary([later, outcome('a')], '02:16')).toBe(
    '1 sent, 1 follows from 02:16, as the limits allow',
  )
})

test('lists people who only have to wait', () => {
  const results = [outcome('a'), outcome('b', 'invite_limit'), outcome('c', 'profile_without_email')]
  expect(invitableLater(results)).toEqual(['b'])
  expect(outcomeText(outcome('a'))).toBe('Sent')
  expect(outcomeText(outcome('a', 'already_completed'))).toBe('Skipped: already completed')
})

test('plans one key per 100 people, so that a retried batch is not sent twice', () => {
  const people = Array.from({ length: 250 }, (_, n) => ({ id: `p${n}`, email: 'a@x.test', phone: null }))
  const { batches } = planInviteBatches(people, 'email', { name: 'Spring', reminderDays: [] })
  expect(new Set(batches.map(({ key }) => key)).size).toBe(3)
})

test('plans emails, and text messages to those without an email address', () => {
  const people = [
    { id: 'both', email: 'a@x.test', phone: '+4915112345678' },
    { id: 'phone', email: null, phone: '+4915112345679' },
    { id: 'none', email: null, phone: null },
  ]
  const planned = (way: 'given' | 'sms') =>
    planInviteBatches(people, way, { name: 'Spring', reminderDays: [] }).batches.map(
      ({ channel, profileIds }) => ({ channel, profileIds }),
    )
  // Who can't be reached is asked for too, so that the result has the reason.
  expect(planned('given')).toEqual([
    { channel: 'email', profileIds: ['both', 'none'] },
    { channel: 'sms', profileIds: ['phone'] },
  ])
  expect(planned('sms')).toEqual([{ channel: 'sms', profileIds: ['both', 'phone', 'none'] }])
})
