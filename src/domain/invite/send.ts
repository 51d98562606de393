import { factsFor } from '../../content/assessments.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import type { Account, Change, Context } from '../../contract/operation.ts'
import type { OutgoingMessage } from '../../contract/ports.ts'
import { visibilityOf } from '../../contract/visibility.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { appearanceOf, emailSenderName } from '../account/appearance.ts'
import { addToCampaign, type CampaignTerms, findCampaignOf } from '../campaign-progress/store.ts'
import { makerOf } from '../link/maker.ts'
import type { Maker } from '../link/model.ts'
import { dayIn } from '../message/date-time.ts'
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
  campaign?: CampaignTerms,
): Promise<string> {
  refuseUnconfiguredSms(address.channel, context.installation)
  const refusal = await findAddressFailure(address, context.installation)
  if (refusal) throw refusal
  const permit = await requestInvitePermit(context, {
    profileId: profile.id,
    address,
    ...(sending && { sending }),
  })
  return createInvite(context, profile, permit, { maker: makerOf(context.caller), campaign })
}

/** The permit for one link. Fails as `limited`, or as `conflict` if the person has unsubscribed. */
async function requestInvitePermit(context: Context, request: InviteRequest): Promise<Permit> {
  const answer = (await permitInvites(context, [request])).get(request.profileId)
  if (!answer) throw new Error('The limits returned no result for this invite.')
  if (isInviteRefused(answer)) throw toRefusalFailure(answer)
  return answer
}

type LinkOptions = {
  maker: Maker
  reminder?: Reminder
  /** Without it, the link belongs to the campaign that waits for the person, if there is one. */
  campaign?: CampaignTerms | undefined
  /** When it was asked for, if it has waited since. */
  askedAt?: string | undefined
  isBulk?: boolean
}

/**
 * Creates a link, supersedes older ones and queues the message, all in the caller's transaction, so that neither invite
 * nor message can exist without the other. Returns the link, which is stored only as a hash.
 */
export async function createInvite(
  context: Omit<Context, 'caller'>,
  profile: Profile,
  permit: Permit,
  { maker, reminder, campaign: named, askedAt, isBulk = false }: LinkOptions,
): Promise<string> {
  const { sql, account, installation, newId } = context
  const now = context.now()
  const token = newAccountSecret('tmb_link_', account.id)
  const link = `${installation.publicUrl}/t/${installation.region}.${token}`
  const expiresAt = new Date(now.getTime() + linkDays * 24 * 3600 * 1000)
  const inviteId = newId()
  // Sent together.
  const [campaign, shown] = await Promise.all([
    named ?? findOwnCampaign(context, profile, permit, reminder),
    redactedProfileFor(context, profile, permit),
    supersedeInvites(sql, account.id, profile.id, now),
  ])
  void insertInvite(sql, {
    accountId: account.id,
    id: inviteId,
    profileId: profile.id,
    channel: permit.channel,
    recipient: permit.to,
    origin: inviteOriginOf(permit),
    maker,
    reminder,
    campaignId: campaign?.id,
    tokenHash: hashSecret(token),
    now,
    expiresAt,
  })
  if (campaign) {
    await addToCampaign(sql, account.id, {
      ...{ campaignId: campaign.id, inviteId, profileId: profile.id, attempt: profile.attempt, now },
      isBase: inviteOriginOf(permit) === 'account' && reminder === undefined,
      isReminder: reminder !== undefined,
      askedAt: askedAt ?? now,
    })
  }
  const messageId = newId()
  await enqueue(sql, {
    accountId: account.id,
    id: messageId,
    profileId: profile.id,
    inviteId,
    messageId: messageIdFor(messageId, installation.publicUrl),
    permit,
    message: await messageOf(context, shown, permit, {
      link,
      expiresAt,
      isReminder: reminder !== undefined,
      campaign: campaign && openTerms(campaign, account, now),
    }),
    ...(reminder ? { checkedAs: 'reminder' as const } : {}),
    isBulk: isBulk || reminder !== undefined,
    isResults: destinationOf(profile, account) === 'results',
    now,
    secretKey: installation.secretKey,
  })
  return link
}

/**
 * None for people who have nothing to answer, and for addresses that a visitor typed. What the account sends to someone in
 * the queue of a campaign is the invite that they wait for.
 */
async function findOwnCampaign(
  { sql, account }: Pick<Context, 'sql' | 'account'>,
  { id: profileId, isCompleted }: Profile,
  { kind }: Permit,
  reminder: Reminder | undefined,
): Promise<CampaignTerms | undefined> {
  if (isCompleted || kind === 'start') return undefined
  const evenQueued = kind === 'invite' && reminder === undefined
  return findCampaignOf(sql, { accountId: account.id, profileId }, { evenQueued })
}

/** A last day that is over is not mentioned. */
export function openTerms<Terms extends Pick<CampaignTerms, 'deadline'>>(
  terms: Terms,
  { preferences }: Pick<Account, 'preferences'>,
  now: Date,
): Terms {
  const isOver = terms.deadline !== null && terms.deadline < dayIn(now, preferences.timezone ?? 'UTC')
  return isOver ? { ...terms, deadline: null } : terms
}

/** The sender of a campaign is shown with the account, so that nobody can write in another name. */
export function senderNameOf(
  account: Pick<Account, 'name' | 'preferences'>,
  campaign: Pick<CampaignTerms, 'senderName'> | undefined,
): string {
  return campaign?.senderName ? `${campaign.senderName} (${account.name})` : emailSenderName(account)
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
  {
    link,
    expiresAt,
    isReminder,
    campaign,
  }: { link: string; expiresAt: Date; isReminder: boolean; campaign: CampaignTerms | undefined },
): Promise<OutgoingMessage> {
  const { timezone, inviteSubject } = account.preferences
  const locale = localeOf(profile.locale ?? account.preferences.locale)
  const accountName = account.name
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
    senderName: emailSenderName(account),
    // Text typed by a visitor isn't sent to an address typed by the same visitor.
    personName: kind === 'start' ? undefined : (profile.firstName ?? undefined),
    isTyped: kind === 'start',
    isReminder,
    campaign,
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
  const replyTo = campaign?.replyTo ?? account.preferences.replyTo
  const fromName = senderNameOf(account, campaign)
  return { channel, to, ...email, fromName, ...(replyTo ? { replyTo } : {}), locale }
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
