import { describe, expect, test } from 'vitest'
import { inviteStateText, inviteSteps, nextInviteStep, stuckText } from '../words/invite-words.ts'
import { humanizeName } from '../words/name-in-words.ts'
import { isTypedName, personFileName } from '../words/person-name.ts'
import { qualitySign } from '../words/quality-words.ts'
import { changedDetails } from './details.ts'
import { durationText } from './duration.ts'
import { actorLine } from './entry-words.ts'
import { readPersonSearch } from './search.ts'
import { repeatWords, styleWords } from './style-words.ts'

const noor = {
  firstName: 'Noor',
  lastName: 'Okafor',
  email: 'noor@test.test',
  phone: null,
  locale: 'en' as const,
}

test('invalid search parameters show the overview', () => {
  expect(readPersonSearch({ tab: 'nowhere', language: 'xx', earlier: -1 })).toEqual({})
  expect(readPersonSearch({ tab: 'history', language: 'jp', earlier: '1', later: 2 })).toEqual({
    tab: 'history',
    language: 'jp',
    earlier: 1,
    later: 2,
  })
})

describe('an invite', () => {
  const invite = {
    id: '1',
    channel: 'email' as const,
    campaignId: null,
    sentAt: '2026-11-18T10:00:00.000Z',
    openedAt: null,
    isReminder: false,
    expiresAt: '2026-11-25T10:00:00.000Z',
    bounced: false,
    wrongPerson: false,
    wrongPersonAt: null,
    optedOut: false,
    addressChanged: false,
    heldUntil: null,
  }
  const nothing = {
    invite: null,
    isInviteQueued: false,
    queuedInvite: null,
    answered: 0,
    erasureRequestedAt: null,
    firstOpenedAt: null,
  }
  const step = (state: 'sent' | 'failed' | 'expired' | 'queued' | 'opened', answered = 0) =>
    nextInviteStep({ ...nothing, invite: { ...invite, state }, answered }, noor)

  test('suggests the next step for a stuck invite', () => {
    expect(step('failed').text).toContain('typos')
    const bounced = { ...invite, state: 'sent' as const, bounced: true }
    expect(nextInviteStep({ ...nothing, invite: bounced }, noor)).toMatchObject({
      text: expect.stringContaining('try it again'),
      mends: true,
    })
    expect(step('expired')).toEqual({ text: 'Its seven days are over. Send a new one.', sends: true })
    expect(step('queued').sends).toBe(false)
    expect(step('opened', 12).text).toContain('their answers are saved')
  })

  test('that bounced, or was unsubscribed from, at another address than the present one is sent to that one', () => {
    const changed = { ...invite, addressChanged: true, bounced: true, optedOut: true }
    for (const state of ['failed', 'superseded'] as const) {
      const next = nextInviteStep({ ...nothing, invite: { ...changed, state } }, noor)
      expect(next).toEqual({ text: expect.stringContaining('The address has changed'), sends: true })
      expect(stuckText({ ...changed, state }, noor)).toBe(next.text)
    }
  })

  test('says what became of the address or number it went to, not what an earlier invite may have reached', () => {
    const text = (channel: 'email' | 'sms', addresses: { email: string | null; phone: string | null }) => {
      const changed = { ...invite, channel, addressChanged: true, state: 'superseded' as const }
      const next = nextInviteStep({ ...nothing, invite: changed }, addresses)
      expect(stuckText(changed, addresses)).toBe(next.text)
      return next.text
    }
    const [email, phone] = ['noor@test.test', '+4915112345678']
    expect(text('email', { email, phone })).toBe(
      'The address has changed since the last invite. Send a new one to the present address.',
    )
    expect(text('sms', { email, phone })).toContain('The number has changed since the last invite.')
    expect(text('email', { email: null, phone })).toContain('an address that this person no longer has')
    expect(text('sms', { email, phone: null })).toContain('a number that this person no longer has')
    expect(text('sms', { email: null, phone: null })).toContain('There is no address yet.')
  })

  test('of the previous version, which says less of it, still has a next step', () => {
    const { heldUntil: _, addressChanged: __, wrongPersonAt: ___, ...less } = invite
    const { queuedInvite: ____, ...fewer } = nothing
    const sent = { ...less, state: 'sent' } as never
    expect(nextInviteStep({ ...fewer, invite: sent } as never, noor).text).toContain('The link is with them')
    expect(inviteStateText({ state: 'sent' } as never)).toBe('Sent')
    expect(nextInviteStep({ ...fewer, isInviteQueued: true } as never, noor).text).toContain(
      'The invite waits',
    )
  })

  test('that waits for the morning says when it leaves', () => {
    const held = { ...invite, state: 'queued' as const, isReminder: true, heldUntil: '2026-11-30T08:00:00' }
    expect(nextInviteStep({ ...nothing, invite: held }, noor)).toEqual({
      text: expect.stringContaining('The reminder leaves on Monday at 08:00,'),
      sends: false,
    })
  })

  test('is not sent by hand to someone whom the service will invite', () => {
    const waits = { ...nothing, isInviteQueued: true }
    expect(nextInviteStep(waits, noor)).toEqual({
      text: expect.stringContaining('waits until the account’s limits allow it'),
      sends: false,
    })
    const queuedInvite = { campaignId: 'c', campaignName: 'Spring', nextAt: '2099-12-01T10:15:00' }
    expect(nextInviteStep({ ...waits, queuedInvite }, noor).text).toMatch(/campaign “Spring”.* from .*10:15/)
  })

  test('is not suggested without an address, nor after a deletion request', () => {
    const nobody = { ...noor, email: null }
    expect(nextInviteStep(nothing, nobody).sends).toBe(false)
    const withRequest = { ...nothing, erasureRequestedAt: '2026-11-18T10:00:00.000Z' }
    expect(nextInviteStep(withRequest, noor).sends).toBe(false)
  })

  test('has a time for each step that was reached', () => {
    const sent = { firstSentAt: invite.sentAt, firstOpenedAt: null }
    const steps = inviteSteps(sent, { dateStarted: null, dateCompleted: null })
    expect(steps.map(({ at }) => at !== null)).toEqual([true, false, false, false])
  })

  test('that reached the wrong person says so with its day, and helps with correcting the address first', () => {
    const wrong = { ...invite, state: 'superseded', wrongPerson: true, wrongPersonAt: invite.sentAt } as const
    expect(inviteStateText(wrong)).toBe('Reached the wrong person, 18 Nov 2026')
    expect(inviteStateText({ ...wrong, wrongPersonAt: null })).toBe('Replaced')
    const next = nextInviteStep({ ...nothing, invite: wrong }, noor)
    expect(next).toMatchObject({ mends: true, text: expect.stringContaining('said they aren’t this person') })
    expect(stuckText(wrong, noor)).toBe(next.text)
  })

  test('that was opened before a newer one was sent keeps its step', () => {
    const opened = { ...nothing, firstOpenedAt: invite.sentAt }
    expect(nextInviteStep({ ...opened, invite: { ...invite, state: 'sent' } }, noor).text).toContain(
      'opened the link',
    )
  })
})

test('only changed fields are sent, null for cleared ones', () => {
  const details = { ...noor, phone: '+49 (151) 123-456 78', email: ' ', locale: '' as const }
  expect(changedDetails(noor, details)).toEqual({ phone: '+4915112345678', email: null, locale: null })
})

test('a typed name matches regardless of case and spaces', () => {
  expect(isTypedName('  noor  okafor ', 'Noor Okafor')).toBe(true)
  expect(isTypedName('', 'Noor Okafor')).toBe(false)
  expect(isTypedName('Noor', 'Noor Okafor')).toBe(false)
})

test('file names have only characters that every system accepts', () => {
  expect(
    personFileName({ ...noor, id: '6920318e4b1a0c7d2e8f5a63', firstName: 'Zoë/..', lastName: '思远' }),
  ).toBe('zoe-思远-6920318e.json')
})

test('the certainty of a style is the share of its draws', () => {
  const disc = { style: 'DI', d: 70, i: 60, s: 40, c: 30 }
  const confidence = { style: 0.3, styles: { DI: 0.3, D: 0.52, ID: 0.18 } }
  expect(styleWords(disc, confidence)).toBe('D, perhaps with some I')
  expect(styleWords({ ...disc, d: 52, i: 51, s: 49, c: 48 }, confidence)).toBe('No letter stands out')
  expect(repeatWords(disc, confidence)).toContain('D would come first about eight times in ten')
})

test('a quality sign shows value and limit on the right side', () => {
  expect(qualitySign({ assessment: 'focus', index: 'speed', value: 2.1, limit: 3 })).toEqual({
    text: 'Focus: the answers were quick, hardly enough to read each question to its end.',
    found: '2.1 s a question',
    limit: 'at least 3 s a question',
  })
  expect(qualitySign({ assessment: 'core', index: 'position', value: 0.7, limit: 0.6 }).limit).toBe(
    'at most 60 of 100 picks',
  )
})

test('times and entries are shown in words', () => {
  expect([42, 300, 342, 3_780].map(durationText)).toEqual(['42 s', '5 min', '5 min 42 s', '1 h 3 min'])
  expect(humanizeName('send_invite_by_sms')).toBe('Send invite by SMS')
  expect(humanizeName('firstName')).toBe('First name')
  expect(actorLine({ kind: 'member', id: '6920318e4b1a0c7d2e8f5a63', clientId: 'x' })).toBe(
    'Member …8f5a63, through an app',
  )
})
