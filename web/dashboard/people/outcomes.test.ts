import { expect, test } from 'vitest'
import type { InviteOutcome } from '../api/types.ts'
import { outcomeWords, summaryOf, waitingOf } from './outcomes.ts'
import { planSending } from './sending.ts'

const outcome = (profileId: string, reason: InviteOutcome['reason'] = null): InviteOutcome => ({
  profileId,
  status: reason === null ? 'sent' : reason === 'number_invalid' ? 'failed' : 'skipped',
  reason,
})

test('sums up what became of many: those sent, then each reason with its number (61)', () => {
  const sent = ['a', 'b', 'c'].map((id) => outcome(id))
  expect(summaryOf([...sent, outcome('d', 'profile_without_email')])).toBe(
    '3 sent, 1 skipped: has no email address',
  )
  expect(summaryOf([outcome('d', 'number_invalid'), outcome('e', 'number_invalid')])).toBe(
    '2 not sent: the phone number is not a whole one',
  )
})

test('names those who only have to wait', () => {
  const results = [outcome('a'), outcome('b', 'invite_limit'), outcome('c', 'profile_without_email')]
  expect(waitingOf(results)).toEqual(['b'])
  expect(outcomeWords(outcome('a'))).toBe('Sent')
})

test('plans one key for each hundred, so that a batch tried again is not sent twice', () => {
  const ids = Array.from({ length: 250 }, (_, index) => `p${index}`)
  const { keys } = planSending('email', ids)
  expect(new Set(keys).size).toBe(3)
})
