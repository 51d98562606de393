import { factsFor } from '../../content/assessments.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import type { Account, Change, Context } from '../../contract/operation.ts'
import type { OutgoingMessage } from '../../contract/ports.ts'
import { visibilityOf } from '../../contract/visibility.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { accountDisplayName, appearanceOf } from '../account/appearance.ts'
import { makerOf } from '../link/maker.ts'
import type { Maker } from '../link/model.ts'
import type { Permit } from '../message/permit.ts'
import { toRefusalFailure } from '../message/refusal.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import type { Profile } from '../profile/model.ts'
import { readUnconfirmed } from '../profile/store.ts'
import { redactProfile } from '../profile/taker-view.ts'
import { findAddressFailure, refuseUnconfiguredSms } from './address.ts'
import { type LinkDestination, renderInviteEmail } from './invite-email.ts'
import { renderInviteSms } from './invite-sms.ts'
import {
  type InviteAddress,
  type InviteRequest,
  inviteOriginOf,
  isInviteRefused,
  permitInvites,
} from './limits.ts'
import { insertInvite, type Reminder, supersedeInvites } from './store.ts'

/** Days for which a sent link is valid. */
const linkDays = 7

/** The audit entry of an invite: profile and channel, never the address. */
export function inviteChange(profileId: string, channel: InviteAddress['channel']): Change {
  return { target: { type: 'profile', id: profileId }, changes: { channel } }
}

/**
 * Sends a link to a profile that the caller has locked. Checks the address (`invalid`), the limits (`limited`) and
 * opt-outs (`conflict`), and writes invite and message in the caller's transaction. Returns the link.
 */
export async function sendInvite(
  context: Context,
  profile: Profile,
  address: InviteAddress,
  sending?: InviteRequest['sending'],
): Promise<string> {
  refuseUnconfiguredSms(address.channel, context.installation)
  const refusal = await findAddressFailure(address, context.installation)
  if (refusal) throw refusal
  const permit = await requestInvitePermit(context, {
    profileId: profile.id,
    address,
    ...(sending && { sending }),
  })
  return createInvite(context, profile, permit, { maker: makerOf(context.caller) })
}

/** The permit for one link. Fails as `limited`, or as `conflict` if the person has unsubscribed. */
async function requestInvitePermit(context: Context, request: InviteRequest): Promise<Permit> {
  const answer = (await permitInvites(context, [request])).get(request.profileId)
  if (!answer) throw new Error('The limits returned no result for this invite.')
  if (isInviteRefused(answer)) throw toRefusalFailure(answer)
  return answer
}

/**
 * Creates a link, supersedes older ones and queues the message, all in the caller's transaction, so that neither invite
 * nor message can exist without the other. Returns the link, which is stored only as a hash.
 */
export async function createInvite(
  context: Omit<Context, 'caller'>,
  profile: Profile,
  permit: Permit,
  { maker, reminder, isBulk = false }: { maker: Maker; reminder?: Reminder; isBulk?: boolean },
): Promise<string> {
  const { sql, account, installation, newId } = context
  const now = context.now()
  const token = newAccountSecret('tmb_link_', account.id)
  const link = `${installation.publicUrl}/t/${installation.region}.${token}`
  const expiresAt = new Date(now.getTime() + linkDays * 24 * 3600 * 1000)
  const inviteId = newId()
  await supersedeInvites(sql, account.id, profile.id, now)
  await insertInvite(sql, {
    accountId: account.id,
    id: inviteId,
    profileId: profile.id,
    channel: permit.channel,
    recipient: permit.to,
    origin: inviteOriginOf(permit),
    maker,
    reminder,
    tokenHash: hashSecret(token),
    now,
    expiresAt,
  })
  const messageId = newId()
  await enqueue(sql, {
    accountId: account.id,
    id: messageId,
    profileId: profile.id,
    inviteId,
    messageId: messageIdFor(messageId, installation.publicUrl),
    permit,
    message: await messageOf(context, await redactedProfileFor(context, profile, permit), permit, {
      link,
      expiresAt,
      isReminder: reminder !== undefined,
    }),
    ...(reminder ? { checkedAs: 'reminder' as const } : {}),
    isBulk: isBulk || reminder !== undefined,
    now,
    secretKey: installation.secretKey,
  })
  return link
}

/**
 * The profile as a link to this address may show it: the email must not greet by a name that the link may not reveal.
 */
async function redactedProfileFor(
  { sql, account }: Pick<Context, 'sql' | 'account'>,
  profile: Profile,
  { channel, to }: InviteAddress,
) {
  const unconfirmed = await readUnconfirmed(sql, account.id, profile.id)
  return redactProfile(profile, visibilityOf({ id: '', channel, recipient: to }, unconfirmed))
}

async function messageOf(
  { sql, account, installation }: Pick<Context, 'sql' | 'account' | 'installation'>,
  profile: Profile,
  { kind, channel, to, unsubscribeLink }: Permit,
  { link, expiresAt, isReminder }: { link: string; expiresAt: Date; isReminder: boolean },
): Promise<OutgoingMessage> {
  const { replyTo, timezone, inviteSubject } = account.preferences
  const locale = localeOf(profile.locale ?? account.preferences.locale)
  const accountName = accountDisplayName(account)
  const destination = destinationOf(profile, account)
  if (channel === 'sms') {
    return {
      channel,
      to,
      text: renderInviteSms({ locale, accountName, link, destination, days: linkDays, isReminder }),
      locale,
    }
  }
  const { brand, logo } = await appearanceOf(sql, account)
  const email = renderInviteEmail({
    locale,
    accountName,
    // Text typed by a visitor isn't sent to an address typed by the same visitor.
    personName: kind === 'start' ? undefined : (profile.firstName ?? undefined),
    isTyped: kind === 'start',
    isReminder,
    unsubscribeLink,
    link,
    destination,
    expiresAt,
    timezone: timezone ?? 'UTC',
    subject: inviteSubject,
    minutes: minutesLeft(profile),
    brand,
    logo: logo && { ...logo, address: installation.publicUrl + logo.path },
  })
  return { channel, to, ...email, fromName: accountName, ...(replyTo ? { replyTo } : {}), locale }
}

function localeOf(code: string | undefined): Locale {
  return locales.find((locale) => locale === code) ?? 'en'
}

/** The same as the page behind the link shows. */
function destinationOf(profile: Profile, { preferences }: Account): LinkDestination {
  if (!profile.isCompleted) return 'questions'
  return preferences.participantSeesReport === false ? 'thanks' : 'results'
}

function minutesLeft(profile: Profile): number {
  const open = profile.availableAssessments.filter((id) => !profile.completedAssessments.includes(id))
  return open.reduce((sum, id) => sum + factsFor(id, profile.focusForm).estimatedMinutes, 0)
}
