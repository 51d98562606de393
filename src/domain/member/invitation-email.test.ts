import { describe, expect, test } from 'vitest'
import { type MemberInvitation, renderInvitationEmail } from './invitation-email.ts'

const invitation: MemberInvitation = {
  locale: 'en',
  accountName: 'Northwind',
  inviter: 'ada@northwind.test',
  role: 'manager',
  link: 'https://timbre.test/auth/members',
  expiresAt: new Date('2026-11-28T09:00:00Z'),
  timezone: 'Europe/London',
}

describe('renderInvitationEmail', () => {
  test('says who invites, to which account, in which role, where to respond and until when', () => {
    const { subject, text, html } = renderInvitationEmail(invitation)
    expect(subject).toBe('ada@northwind.test invites you to Northwind on Timbre')
    for (const words of [
      'ada@northwind.test has invited you to join Northwind',
      'You are invited as a manager.',
      'https://timbre.test/auth/members',
      '28 November 2026 at 09:00 GMT',
    ]) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
    expect(text).not.toContain('{')
  })

  test.each([
    ['an account named like a page', { accountName: 'www.evil.test/pay' }, 'www.evil.test'],
    ['an address that begins like a page', { inviter: 'www.evil.test@a.test' }, 'www.evil.test'],
    ['an address with a path in it', { inviter: 'evil.test/pay@a.test' }, 'evil.test/pay'],
  ])('turns no %s into a link', (_, changed, link) => {
    const { subject, text } = renderInvitationEmail({ ...invitation, ...changed })
    expect(subject + text).not.toContain(link)
  })

  test('shows markup in a name as text', () => {
    const { html } = renderInvitationEmail({ ...invitation, accountName: '<b>Northwind</b>' })
    expect(html).not.toContain('<b>Northwind')
  })
})
