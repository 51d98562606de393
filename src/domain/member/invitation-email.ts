import { emailTexts } from '../../content/emails.ts'
import { joinSentences, type Locale, languageTags, locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import type { Role } from '../../contract/role.ts'
import { formatDateTime } from '../message/date-time.ts'
import { renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText, unsubscribeFooter } from '../message/email-text.ts'
import type { Permit } from '../message/permit.ts'
import { sanitizeAddress, sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'

/**
 * Queues the email that invites a member, in the transaction of the invitation. It contains no secret: signing in with
 * a code sent to this address proves that it is theirs.
 */
export async function sendInvitationEmail(
  { sql, account, installation, newId }: Context,
  { permit, now, ...invitation }: { permit: Permit; role: Role; inviter: string; expiresAt: Date; now: Date },
): Promise<void> {
  const { locale: code, timezone = 'UTC' } = account.preferences
  const locale = locales.find((one) => one === code) ?? 'en'
  const about = {
    accountName: account.name,
    link: `${installation.authUrl}/members`,
    timezone,
    unsubscribeLink: permit.unsubscribeLink,
  }
  const email = renderInvitationEmail({ ...invitation, ...about, locale })
  const id = newId()
  await enqueue(sql, {
    accountId: account.id,
    id,
    profileId: null,
    inviteId: null,
    messageId: messageIdFor(id, installation.publicUrl),
    permit,
    message: { channel: 'email', to: permit.to, ...email, locale },
    now,
    secretKey: installation.secretKey,
  })
}

export type MemberInvitation = {
  locale: Locale
  accountName: string
  /** The address of the inviting member. */
  inviter: string
  role: Role
  /** Where to sign in and respond. */
  link: string
  expiresAt: Date
  /** IANA name of the time zone in which the expiry is shown. */
  timezone: string
  /** Where the recipient unsubscribes. */
  unsubscribeLink?: string | undefined
}

/** The invitation email: inviter, account, role, expiry, and how to respond. */
export function renderInvitationEmail(invitation: MemberInvitation): {
  subject: string
  html: string
  text: string
} {
  const { locale } = invitation
  const { roles: inRole, ...words } = emailTexts(locale).member
  const slots = {
    account: sanitizeName(invitation.accountName, nameLimit) || 'Timbre',
    inviter: sanitizeAddress(invitation.inviter),
    date: formatDateTime(invitation.expiresAt, locale, invitation.timezone),
  }
  const say = (template: string) => interpolate(template, slots)
  const email = {
    language: languageTags[locale],
    subject: say(words.subject),
    preheader: say(words.preheader),
    heading: say(words.heading),
    paragraphs: [words.greeting, words.what, inRole[invitation.role], words.how].map(say),
    button: { label: words.button, link: invitation.link },
    notes: [say(words.expiry)],
    address: words.address,
    footer: [joinSentences([say(words.why), say(words.ignore)], locale), words.tracking],
    unsubscribe: unsubscribeFooter(locale, slots.account, invitation.unsubscribeLink),
  }
  return { subject: email.subject, html: renderEmailHtml(email), text: renderEmailText(email) }
}

const nameLimit = 60
