import { assessmentFacts } from '../../content/assessments.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { enqueue, messageIdFor } from '../message/outbox.ts'
import type { Profile } from '../profile/model.ts'
import { inviteLetter } from './letter.ts'
import { insertInvite, supersedeInvites } from './store.ts'

/** Days for which an emailed link is valid. */
const linkDays = 7

export type Address = { channel: 'email'; to: string }

/** An invite as the audit keeps it: to whom and by which way, never the address. */
export function inviteChange(profileId: string, channel: Address['channel']): Change {
  return { target: { type: 'profile', id: profileId }, changes: { channel } }
}

/**
 * Makes a link for a profile, replaces the older ones and puts the letter into the outbox: everything in the
 * caller's transaction, so that an invite without its letter, or a letter without its invite, cannot be.
 * Returns the link, which is stored nowhere in clear.
 */
export async function sendInvite(
  context: Context,
  profile: Profile,
  { to: email }: Address,
): Promise<string> {
  const { sql, account, site, newId } = context
  const now = context.now()
  const token = newAccountSecret('tmb_link_', account.id)
  const link = `${site.publicUrl}/t/${site.region}.${token}`
  const expiresAt = new Date(now.getTime() + linkDays * 24 * 3600 * 1000)
  const inviteId = newId()
  await supersedeInvites(sql, account.id, profile.id, now)
  await insertInvite(sql, {
    accountId: account.id,
    id: inviteId,
    profileId: profile.id,
    channel: 'email',
    recipient: email,
    tokenHash: hashSecret(token),
    now,
    expiresAt,
  })
  const locale = localeOf(profile.locale ?? account.preferences.locale)
  const letter = inviteLetter({
    locale,
    accountName: account.preferences.senderName ?? account.name,
    personName: profile.firstName ?? undefined,
    link,
    expiresAt,
    timezone: account.preferences.timezone ?? 'UTC',
    subject: account.preferences.inviteSubject,
    minutes: minutesLeft(profile),
  })
  const messageId = newId()
  const { replyTo } = account.preferences
  await enqueue(sql, {
    accountId: account.id,
    id: messageId,
    profileId: profile.id,
    inviteId,
    messageId: messageIdFor(messageId, site.publicUrl),
    message: {
      channel: 'email',
      to: email,
      ...letter,
      fromName: account.preferences.senderName ?? account.name,
      ...(replyTo ? { replyTo } : {}),
      locale,
    },
    now,
    secretKey: site.secretKey,
  })
  return link
}

function localeOf(code: string | undefined): Locale {
  return locales.find((locale) => locale === code) ?? 'en'
}

function minutesLeft(profile: Profile): number {
  const open = profile.availableAssessments.filter((id) => !profile.completedAssessments.includes(id))
  return open.reduce((sum, id) => sum + assessmentFacts[id].estimatedMinutes, 0)
}
