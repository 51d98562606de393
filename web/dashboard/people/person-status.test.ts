import { expect, test } from 'vitest'
import type { Invite, Progress } from '../client/types.ts'
import { personStatus } from './person-status.ts'

const person = {
  isCompleted: false,
  dateStarted: null,
  dateCompleted: null,
  email: 'noor@northwind.test',
  phone: null,
}
const day = '2026-11-13T09:00:00.000Z'
const progress: Progress = {
  profileId: 'p',
  answered: 0,
  itemCount: 165,
  assessment: 'disc',
  assessmentAnswered: 0,
  assessmentItemCount: 24,
  invite: null,
  isInviteQueued: false,
  queuedInvite: null,
  firstSentAt: null,
  firstOpenedAt: null,
  erasureRequestedAt: null,
}
const invited = (state: Invite['state'], more: Partial<Invite> = {}): Progress => ({
  ...progress,
  invite: {
    id: 'i',
    channel: 'email',
    campaignId: null,
    state,
    sentAt: day,
    expiresAt: day,
    openedAt: day,
    isReminder: false,
    bounced: false,
    wrongPerson: false,
    wrongPersonAt: null,
    optedOut: false,
    addressChanged: false,
    heldUntil: null,
    ...more,
  },
})

test('shows the state of an invite from sent to expired, with the next action', () => {
  const said = (progress: Progress, who = person) => personStatus(who, progress)
  expect(said(progress)).toMatchObject({ words: 'Not invited' })
  expect(said(invited('queued'))).toMatchObject({ words: 'Waiting to be sent' })
  expect(said(invited('sent'))).toMatchObject({ words: 'Sent', at: day })
  expect(said({ ...invited('opened'), firstOpenedAt: day })).toMatchObject({ words: 'Opened', at: day })
  expect(said(invited('expired'))).toMatchObject({ words: 'Invite expired', at: day, again: 'email' })
  expect(said(invited('failed'))).toMatchObject({ words: 'Email bounced', kind: 'failed' })
  expect(said(invited('failed', { channel: 'sms' }))).toMatchObject({ words: 'Text message failed' })
  expect(said(invited('superseded'))).toMatchObject({ words: 'Link no longer works', again: 'email' })
})

test('says who waits for an invite, though none was sent yet or the last one has ended', () => {
  const waits = { isInviteQueued: true }
  expect(personStatus(person, { ...progress, ...waits })).toMatchObject({ words: 'Waiting to be sent' })
  const expired = personStatus(person, { ...invited('expired'), ...waits })
  expect(expired).toEqual({ words: 'Waiting to be sent', kind: 'waiting' })
  expect(personStatus(person, { ...invited('opened'), ...waits })).toMatchObject({ words: 'Opened' })
})

test('a newer link takes the first opening not back', () => {
  const opened = { firstSentAt: day, firstOpenedAt: '2026-11-12T09:00:00.000Z' }
  for (const state of ['queued', 'sent'] as const) {
    const newer = { ...invited(state, { openedAt: null }), ...opened }
    expect(personStatus(person, newer)).toMatchObject({ words: 'Opened', at: opened.firstOpenedAt })
  }
  expect(personStatus(person, { ...invited('expired'), ...opened })?.words).toBe('Invite expired')
})

test('a reminder that waits for the morning takes the first sending not back, either', () => {
  const waiting = {
    ...invited('queued', { isReminder: true, openedAt: null, sentAt: null }),
    firstSentAt: day,
  }
  expect(personStatus(person, waiting)).toMatchObject({ words: 'Sent', at: day })
})

test('a bounce says nothing about an address that was changed since', () => {
  const changed = personStatus(person, invited('failed', { bounced: true, addressChanged: true }))
  expect(changed).toEqual({ words: 'Address changed', kind: 'waiting', again: 'email' })
})

test('nor does it take back that the person has opened an earlier invite', () => {
  const failed = invited('failed', { bounced: true, addressChanged: true, openedAt: null })
  const changed = personStatus(person, { ...failed, firstOpenedAt: day })
  expect(changed).toEqual({ words: 'Opened', at: day, kind: 'waiting', again: 'email' })
})

test('says that an invite has reached the wrong person, and offers no resend', () => {
  const wrong = invited('superseded', { wrongPerson: true, wrongPersonAt: day })
  const status = { words: 'Wrong person', at: day, kind: 'failed' }
  expect(personStatus(person, wrong)).toEqual(status)
  expect(personStatus({ ...person, dateStarted: day }, wrong)).toEqual(status)
  const corrected = invited('superseded', { wrongPersonAt: day })
  expect(personStatus(person, corrected)).toMatchObject({ words: 'Link no longer works', again: 'email' })
})

test('offers no resend to a person without an address', () => {
  expect(personStatus({ ...person, email: null }, invited('expired'))?.again).toBeUndefined()
  expect(personStatus({ ...person, phone: '+4930123' }, invited('expired', { channel: 'sms' }))?.again).toBe(
    'sms',
  )
})

test('shows progress, and between two parts that the next one has not been started', () => {
  const started = { ...person, dateStarted: day }
  const at = (assessmentAnswered: number, answered = 24 + assessmentAnswered) =>
    personStatus(started, {
      ...invited('opened'),
      answered,
      assessment: 'focus',
      assessmentAnswered,
      assessmentItemCount: 120,
    })
  expect(at(87)).toEqual({ words: 'In Focus, 87 of 120', kind: 'underway', again: undefined })
  expect(at(0)?.words).toBe('Focus next')
  expect(personStatus(started, { ...progress, answered: 3, assessmentAnswered: 3 })?.words).toBe(
    'In DISC, 3 of 24',
  )
  expect(personStatus(started, { ...invited('expired'), answered: 3, assessmentAnswered: 3 })?.again).toBe(
    'email',
  )
})

test('shows completed people without progress data, waits for the rest, and puts deletion requests first', () => {
  const done = { ...person, isCompleted: true, dateCompleted: day }
  expect(personStatus(done, undefined)).toEqual({ words: 'Completed', at: day, kind: 'done' })
  expect(personStatus(person, undefined)).toBeUndefined()
  expect(personStatus(done, { ...progress, erasureRequestedAt: day })).toMatchObject({ kind: 'failed' })
})
