import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { locales } from '../../contract/locale.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { takerSessionHours } from '../../contract/taker-session.ts'
import { hashSecret, newAccountSecret, newSecret } from '../../identity/secret.ts'
import { emailSenderName } from '../account/appearance.ts'
import { findAddressFailure } from '../invite/address.ts'
import { openInviteLink } from '../invite/operations.ts'
import { isWithinResendLimits } from '../invite/resend-throttle.ts'
import { isInviteAddressCurrent } from '../invite/state.ts'
import { type InviteRow, insertTakeSession, removeOldTakeSessions } from '../invite/store.ts'
import { isPermitRefused, requestPermit } from '../message/permit.ts'
import { permitPartsOf } from '../message/refusal.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import type { Profile } from '../profile/model.ts'
import { lockProfile } from '../profile/store.ts'
import { renderResultsCode } from './results-code-message.ts'
import { insertResultsCode, listCodeTimes, redeemResultsCode } from './store.ts'

const codeMinutes = 10
/** Maximum number of sessions per person, as from a link. */
const maxSessions = 20

/**
 * Sends a code to the address that this link was sent to, if it is still the person's and they have finished. The
 * response is the same if nothing is sent. Not stopped by a pause or by opting out: people may see their own data, and
 * the one who asks has a link from that very mailbox.
 */
export const requestResultsCode = operation({
  name: 'request_results_code',
  summary: 'Send a code that opens the results of the person whose link has ended',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({}),
  output: z.strictObject({ attempt: z.string(), minutes: z.int() }),
  async run(context) {
    const { invite, profile } = await openInviteLink(context, lockProfile)
    const attempt = newSecret('tmb_attempt_')
    const isSent = await sendCode(context, invite, profile, attempt)
    const changes = isSent ? [changeOf(profile.id, invite)] : []
    return { resource: { attempt, minutes: codeMinutes }, changes }
  },
})

/**
 * Opens a session from a code, in which the person sees their results and answers nothing. Undefined for any other
 * code: the response doesn't tell a wrong one from one that was never sent.
 */
export const openResultsByCode = operation({
  name: 'open_results_by_code',
  summary: 'Open the results of a person with a code that was sent to them',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({ attempt: z.string().max(200), code: z.string().max(40) }),
  output: z.strictObject({ secret: z.string(), expiresAt: z.string() }).nullable(),
  async run(context, { attempt, code }) {
    const { sql, account, installation, now } = context
    const { invite, profile } = await openInviteLink(context, lockProfile)
    const digits = code.replace(/\D/g, '')
    const at = now()
    const isRight = await redeemResultsCode(sql, {
      accountId: account.id,
      attemptHash: hashSecret(attempt),
      inviteId: invite.id,
      macs: installation.secretKey.macs('sign-in code', `${attempt}:${digits}`),
      now: at,
    })
    // The address may have changed, or the invite been revoked, since the code was sent.
    if (!isRight || !canReturn(invite, profile)) return { resource: null, changes: [] }
    const secret = newAccountSecret('tmb_take_', account.id)
    const expiresAt = new Date(at.getTime() + takerSessionHours * 3_600_000)
    const ids = { accountId: account.id, profileId: profile.id, now: at }
    await removeOldTakeSessions(sql, { ...ids, keep: maxSessions - 1 })
    await insertTakeSession(sql, {
      ...ids,
      inviteId: invite.id,
      tokenHash: hashSecret(secret),
      expiresAt,
      purpose: 'data',
    })
    return {
      resource: { secret, expiresAt: expiresAt.toISOString() },
      changes: [changeOf(profile.id, invite)],
    }
  },
})

/**
 * Whether codes for this link reach the person whom it was sent to. A revoked link has reached someone else, or its
 * address is no longer the person's. What the session shows is decided when it is read, as for the link itself.
 */
function canReturn(invite: InviteRow, profile: Profile): boolean {
  return profile.isCompleted && invite.recipient !== null && isInviteAddressCurrent(invite, profile)
}

async function sendCode(
  context: Context,
  invite: InviteRow,
  profile: Profile,
  attempt: string,
): Promise<boolean> {
  const { sql, account, installation, newId } = context
  const { channel, recipient: to } = invite
  if (!canReturn(invite, profile) || to === null || channel === 'link') return false
  if (channel === 'sms' && installation.smsCountries === 'none') return false
  if (await findAddressFailure({ channel, to }, installation)) return false
  const now = context.now()
  const times = await listCodeTimes(sql, account.id, profile.id, 10)
  if (!isWithinResendLimits(times, now)) return false
  const permit = await requestPermit(permitPartsOf(context, now), { kind: 'resultsCode', channel, to })
  if (isPermitRefused(permit)) return false
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(now.getTime() + codeMinutes * 60_000)
  await insertResultsCode(sql, {
    accountId: account.id,
    attemptHash: hashSecret(attempt),
    profileId: profile.id,
    inviteId: invite.id,
    codeMac: installation.secretKey.mac('sign-in code', `${attempt}:${code}`),
    now,
    expiresAt,
  })
  const own = profile.locale ?? account.preferences.locale
  const locale = locales.find((one) => one === own) ?? 'en'
  const names = { accountName: account.name, senderName: emailSenderName(account) }
  const id = newId()
  await enqueue(sql, {
    accountId: account.id,
    id,
    profileId: profile.id,
    inviteId: null,
    messageId: messageIdFor(id, installation.publicUrl),
    permit,
    message: renderResultsCode({ channel, to, code, minutes: codeMinutes, ...names, locale }),
    now,
    expiresAt,
    secretKey: installation.secretKey,
  })
  return true
}

function changeOf(profileId: string, { channel }: InviteRow): Change {
  return { target: { type: 'profile', id: profileId }, changes: { channel } }
}
