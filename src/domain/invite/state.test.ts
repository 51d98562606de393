import { describe, expect, test } from 'vitest'
import { inviteStateOf } from './state.ts'
import type { InviteRow } from './store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const earlier = '2026-11-20T12:00:00Z'
const addresses = { email: 'noor@x.test', phone: '+4915112345678' }
const invite: InviteRow = {
  id: 'a'.repeat(24),
  profile_id: 'b'.repeat(24),
  channel: 'email',
  recipient: 'noor@x.test',
  created_at: earlier,
  expires_at: '2026-11-27T12:00:00Z',
  sent_at: null,
  opened_at: null,
  failed_at: null,
  superseded_at: null,
  revoked_at: null,
  reminds: null,
  campaign_id: null,
  wrong_person_at: null,
  wrong_person_settled_at: null,
}

const sent = { sent_at: earlier }
const opened = { ...sent, opened_at: earlier }
const over = { expires_at: now.toISOString() }
const replaced = { superseded_at: earlier }
const bySms = { channel: 'sms', recipient: '+4915112345678' } as const

describe('inviteStateOf', () => {
  test.each<[string, string, Partial<InviteRow>]>([
    ['queued', 'the message waits', {}],
    ['sent', 'it has left', sent],
    ['sent', 'by text message', { ...sent, ...bySms }],
    ['opened', 'the button was pressed', opened],
    ['opened', 'pressed before the server said that it failed', { ...opened, failed_at: earlier }],
    ['sent', 'a shared link needs no message', { channel: 'link', recipient: null }],
    ['opened', 'a shared link', { channel: 'link', recipient: null, opened_at: earlier }],
    ['expired', 'the seven days are over', { ...sent, ...over }],
    ['expired', 'the seven days are over, though it was opened', { ...opened, ...over }],
    ['expired', 'the seven days are over before it left', over],
    ['sent', 'a second before its end', { ...sent, expires_at: '2026-11-21T12:00:01Z' }],
    ['superseded', 'a newer one is there', { ...sent, ...replaced }],
    ['superseded', 'a newer one is there, and it is over', { ...opened, ...over, ...replaced }],
    ['superseded', 'taken back', { ...opened, revoked_at: earlier }],
    ['superseded', 'the profile has another email', { ...sent, recipient: 'old@x.test' }],
    ['superseded', 'the profile has another phone', { ...sent, ...bySms, recipient: '+4915100000000' }],
    ['failed', 'it could not be delivered', { failed_at: earlier }],
    ['failed', 'it could not be delivered, and a newer one went', { failed_at: earlier, ...replaced }],
    ['failed', 'it could not be delivered, long ago', { failed_at: earlier, ...over }],
  ])('%s: %s', (state, _, changes) => {
    expect(inviteStateOf({ ...invite, ...changes }, addresses, now)).toBe(state)
  })
})
