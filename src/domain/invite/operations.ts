import { z } from 'zod'
import { callingGuest } from '../../contract/caller.ts'
import { type DeviceKind, deviceKinds } from '../../contract/device.ts'
import { Failure, notFound } from '../../contract/failure.ts'
import { type Change, type Context, operation, type WriteResult } from '../../contract/operation.ts'
import { AssessmentId, LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'
import { takerSessionHours } from '../../contract/taker-session.ts'
import { visibilityOf } from '../../contract/visibility.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { recordAgreement } from '../agreement/record-agreement.ts'
import { findDeadlineOf } from '../campaign-progress/store.ts'
import { findErasureRequestedAt } from '../erasure-request/store.ts'
import { dayIn } from '../message/date-time.ts'
import { stopPath } from '../message/opt-out.ts'
import { readReopenedAt } from '../profile/attempt-store.ts'
import { Profile } from '../profile/model.ts'
import {
  activateProfile,
  findProfile,
  lockProfile,
  readUnconfirmed,
  writeDocument,
} from '../profile/store.ts'
import { takerViewOf } from '../profile/taker-view.ts'
import { addressForChannel, findNewLinkAddress, missingAddress, refuseUnconfiguredSms } from './address.ts'
import type { InviteAddress } from './limits.ts'
import { countAnswers } from './progress-store.ts'
import { isResendThrottled } from './resend-throttle.ts'
import { inviteChange, sendInvite } from './send.ts'
import { isInviteExpired, isInviteValid } from './state.ts'
import {
  findInviteByToken,
  type InviteRow,
  insertTakeSession,
  markOpened,
  removeOldTakeSessions,
} from './store.ts'

/** Maximum number of sessions per person. Opening more ends the oldest ones, so the number of rows is limited. */
const maxSessions = 20

const invited = { input: z.strictObject({ profileId: PublicId }), output: z.null() }

export const TryAgain = z
  .boolean()
  .optional()
  .meta({
    description:
      'Also sends to an address that has bounced, or where someone said that they are not this person. Nothing else is sent ' +
      'there until it is corrected, or tried again and not refused.',
    examples: [false],
  })

export const sendInviteByEmail = operation({
  name: 'send_invite_by_email',
  summary: 'Send a magic link by email',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'invite',
  effect: 'adds',
  emits: [],
  billed: true,
  refuses: ['forbidden', 'conflict', 'limited'],
  ...invited,
  input: invited.input.extend({ tryAgain: TryAgain }),
  rest: {
    group: 'assessment invites',
    route: 'POST /profile/{profileId}/invite/email',
    sdk: 'invites.sendByEmail',
    status: 204,
  },
  run: (context, { profileId, tryAgain }) => inviteOne(context, profileId, 'email', tryAgain),
})

export const sendInviteBySms = operation({
  name: 'send_invite_by_sms',
  summary: 'Send a magic link by text message',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'invite',
  effect: 'adds',
  emits: [],
  billed: true,
  refuses: ['forbidden', 'conflict', 'limited'],
  ...invited,
  input: invited.input.extend({ tryAgain: TryAgain }),
  rest: {
    group: 'assessment invites',
    route: 'POST /profile/{profileId}/invite/sms',
    sdk: 'invites.sendBySms',
    status: 204,
  },
  run: (context, { profileId, tryAgain }) => inviteOne(context, profileId, 'sms', tryAgain),
})

async function inviteOne(
  context: Context,
  profileId: string,
  channel: InviteAddress['channel'],
  tryAgain = false,
): Promise<WriteResult<null>> {
  // Locked, so that of two simultaneous invites the later one supersedes the earlier.
  const profile = await lockProfile(context.sql, context.account.id, profileId)
  if (!profile) {
    throw new Failure('profile_not_on_account')
  }
  refuseUnconfiguredSms(channel, context.installation)
  const address = addressForChannel(profile, channel)
  if (!address) throw missingAddress(channel)
  await sendInvite(context, profile, address, { kind: 'invite', ...address, evenBounced: tryAgain })
  return { resource: null, changes: [inviteChange(profileId, channel)] }
}

/** The content of the page behind a link before anything is started. Reading it changes nothing. */
export const readLink = operation({
  name: 'read_link',
  summary: 'Read what an invite link is for',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({}),
  output: z.strictObject({
    ...accountViewFields,
    seesReport: z.boolean(),
    retentionDays: z.number().optional(),
    erasureRequestedAt: Timestamp.nullable(),
    openedAgainAt: Timestamp.nullable(),
    stopTexts: z.string().nullable(),
    expiresAt: Timestamp,
    /** The last day of the campaign, while there is something to answer. */
    deadline: z.string().nullable(),
    isValid: z.boolean(),
    hasExpired: z.boolean(),
    profile: Profile,
    answered: z.partialRecord(AssessmentId, z.int()),
    isHeldBack: z.boolean(),
    channel: z.enum(['email', 'sms', 'link']),
    /** How a new link would come, once this one has expired. Null if nothing can be sent. */
    newLinkBy: z.enum(['email', 'sms']).nullable(),
  }),
  async run(context) {
    const { invite, profile } = await openInviteLink(context)
    const { participantSeesReport, retentionDays } = context.account.preferences
    const key = { accountId: context.account.id, profileId: profile.id }
    const unconfirmed = await readUnconfirmed(context.sql, context.account.id, profile.id)
    const own = await takerViewOf(context.sql, context.account.id, profile, visibilityOf(invite, unconfirmed))
    const hasExpired = isInviteValid(invite, profile) && isInviteExpired(invite, context.now())
    const newLink = hasExpired
      ? await findNewLinkAddress(profile, invite.channel, context.installation)
      : undefined
    return {
      resource: {
        accountName: context.account.name,
        appearance: await appearanceOf(context.sql, context.account),
        seesReport: participantSeesReport !== false,
        retentionDays,
        erasureRequestedAt: await findErasureRequestedAt(context.sql, key),
        openedAgainAt: await readReopenedAt(context.sql, key),
        stopTexts: stopTextsAt(context, invite),
        expiresAt: invite.expires_at,
        deadline: profile.isCompleted ? null : await readDeadline(context, invite.id),
        isValid: isInviteValid(invite, profile) && !isInviteExpired(invite, context.now()),
        hasExpired,
        profile: own.profile,
        answered: await countOpenAnswers(context, own.profile),
        isHeldBack: own.withheld.length > 0,
        channel: invite.channel,
        newLinkBy: newLink?.channel ?? null,
      },
    }
  },
})

function readDeadline({ sql, account, now }: Context, inviteId: string): Promise<string | null> {
  const today = dayIn(now(), account.preferences.timezone ?? 'UTC')
  return findDeadlineOf(sql, { accountId: account.id, inviteId, today })
}

/** The answers in the assessments that the person still has to finish. */
async function countOpenAnswers(
  { sql, account }: Context,
  { id: profileId, attempt, dateStarted, isCompleted, completedAssessments }: Profile,
): Promise<Partial<Record<AssessmentId, number>>> {
  if (dateStarted === null || isCompleted) return {}
  const counts = await countAnswers(sql, account.id, { profileId, attempt })
  return Object.fromEntries(
    counts.flatMap(({ assessment, answered }) =>
      completedAssessments.includes(assessment) ? [] : [[assessment, answered]],
    ),
  )
}

/**
 * Where the owner of a number that a link was sent to can unsubscribe from text messages. The message itself has no
 * space for it.
 */
function stopTextsAt({ account, installation }: Context, { channel, recipient }: InviteRow): string | null {
  return channel === 'sms' && recipient !== null
    ? stopPath(installation.mail.key, account.id, recipient)
    : null
}

/**
 * Opens the session in which one person takes the assessments of one profile. Starting implies consent, so the
 * wording shown on the page is recorded here. People who come only for their data consent to nothing.
 */
export const startSitting = operation({
  name: 'start_sitting',
  summary: 'Open a session from an invite link',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'adds',
  emits: ['invite.opened', 'profile.activated'],
  evenPaused: true,
  refuses: ['missing', 'conflict'],
  input: z.strictObject({
    locale: LocaleCode.optional(),
    version: z.string().optional(),
    purpose: z.enum(['taking', 'data']).default('taking'),
    device: z.enum(deviceKinds).optional(),
  }),
  output: z.strictObject({ secret: z.string(), expiresAt: z.string() }),
  async run(context, { purpose, version, device, ...named }) {
    const { sql, account } = context
    // Locked against concurrent deletion and changes of the profile.
    const { invite, profile } = await openInviteLink(context, lockProfile)
    const now = context.now()
    if (!isInviteValid(invite, profile) || isInviteExpired(invite, now))
      throw notFound('This link has ended. Ask for a new one.')
    const takes = purpose === 'taking'
    if (takes && account.paused && !profile.dateStarted) {
      throw new Failure('account_paused', {
        message: 'The account is paused. Ask the person who invited you.',
      })
    }
    if (takes && !profile.isCompleted) {
      const locale = named.locale ?? profile.locale ?? 'en'
      const { id: profileId, attempt } = profile
      await recordAgreement(context, { profileId, attempt }, { locale, version })
    }
    const secret = newAccountSecret('tmb_take_', account.id)
    const hours = new Date(now.getTime() + takerSessionHours * 3600 * 1000)
    const linkEnd = new Date(invite.expires_at)
    const expiresAt = hours < linkEnd ? hours : linkEnd
    const ids = { accountId: account.id, profileId: profile.id, inviteId: invite.id }
    await removeOldTakeSessions(sql, {
      accountId: account.id,
      profileId: profile.id,
      now,
      keep: maxSessions - 1,
    })
    await insertTakeSession(sql, { ...ids, tokenHash: hashSecret(secret), now, expiresAt, purpose })
    await openInvite(context, { inviteId: invite.id, profile, takes, device })
    const changes: Change[] = [{ target: { type: 'profile', id: profile.id } }]
    return { resource: { secret, expiresAt: expiresAt.toISOString() }, changes }
  },
})

/** Records that the person has started from this invite; people who come only for their data stay pending. */
export async function openInvite(
  { sql, account, now }: Context,
  {
    inviteId,
    profile,
    takes,
    device,
  }: { inviteId: string; profile: Profile; takes: boolean; device?: DeviceKind | undefined },
): Promise<void> {
  await markOpened(sql, account.id, { inviteId, device, now: now() })
  if (!takes || profile.state !== 'pending') return
  await activateProfile(sql, account.id, profile.id, { inviteId, now: now() })
  await writeDocument(sql, account.id, profile.id)
}

/**
 * Sends a new link to the address on file for someone who has an old one, through the old one's channel if that is
 * still available. The response is the same whether or not a message is sent, so it reveals nothing about the person.
 */
export const requestNewLink = operation({
  name: 'request_new_link',
  summary: 'Send a new link to the address on file',
  access: 'guest',
  reveals: 'nothing',
  issues: 'invite',
  effect: 'adds',
  emits: [],
  billed: true,
  input: z.strictObject({}),
  /** Whether one is on its way. For the holder of a link that expired; the page of any other link keeps it to itself. */
  output: z.strictObject({ isSent: z.boolean() }),
  async run(context) {
    const { invite, profile } = await openInviteLink(context, lockProfile)
    // Someone reported that they are not this person, so another email to them would help no one.
    if (isReportedWrongPerson(invite, profile)) return { resource: { isSent: false }, changes: [] }
    const address = await findNewLinkAddress(profile, invite.channel, context.installation)
    if (!address) return { resource: { isSent: false }, changes: [] }
    if (await isResendThrottled(context, profile.id)) return { resource: { isSent: true }, changes: [] }
    const isOwnAddress = invite.recipient === address.to
    const sending = { kind: 'newLink', ...address, isOwnAddress } as const
    const isSent = await sendInvite(context, profile, address, sending).then(() => true, falseIfRefused)
    return { resource: { isSent }, changes: isSent ? [inviteChange(profile.id, address.channel)] : [] }
  },
})

function isReportedWrongPerson(invite: InviteRow, { email, phone }: Profile): boolean {
  return invite.revoked_at !== null && [email, phone].includes(invite.recipient)
}

/** The reason why no message was sent, such as a limit, is not shown to the person with the link. */
function falseIfRefused(error: unknown): false {
  if (error instanceof Failure && ['invalid', 'limited', 'conflict'].includes(error.kind)) return false
  throw error
}

/** The invite of the caller's link, and its person. Fails as `missing` if either is gone. */
export async function openInviteLink(
  context: Context,
  find: typeof findProfile = findProfile,
): Promise<{ invite: InviteRow; profile: Profile }> {
  const { linkHash } = callingGuest(context)
  const invite = await findInviteByToken(context.sql, context.account.id, linkHash)
  const profile = invite && (await find(context.sql, context.account.id, invite.profile_id))
  if (!invite || !profile) throw notFound('This link is not known. Ask for a new one.')
  return { invite, profile }
}
