import { z } from 'zod'
import type { GuestCaller } from '../../contract/caller.ts'
import { Failure, forbidden, invalid, missing } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import type { Profile } from '../profile/model.ts'
import { activateProfile, findProfile, lockProfile, writeDocument } from '../profile/store.ts'
import { sendInvite } from './send.ts'
import { findInviteByToken, type Invite, insertTakeSession, latestInviteAt, markOpened } from './store.ts'

/** Hours for which a person stays signed in on one device; the link opens a new session at any time. */
const sessionHours = 12
/** Seconds between two letters to the same person when the person asks. */
const secondsBetweenLetters = 60

export const inviteByEmail = operation({
  name: 'send_invite_by_email',
  summary: 'Send a magic link by email',
  scope: 'profiles:write',
  effect: 'adds',
  billed: true,
  input: z.strictObject({ profileId: PublicId }),
  output: z.null(),
  rest: { route: 'POST /profile/{profileId}/invite/email', status: 204 },
  async run(context, { profileId }) {
    // Locked, so that of two invites at once the later one supersedes the earlier.
    const profile = await lockProfile(context.sql, context.account.id, profileId)
    if (!profile) {
      throw forbidden('The profile does not exist or is not on this account.', {
        code: 'profile_not_on_account',
      })
    }
    if (!profile.email) {
      throw invalid('The profile has no email address. Add one with PATCH /profile/{profileId} first.', {
        code: 'profile_without_email',
      })
    }
    await sendInvite(context, profile, profile.email)
    return { resource: null }
  },
})

/** What the page behind a link shows before anything is started. Reading it changes nothing. */
export const readLink = operation({
  name: 'read_link',
  summary: 'Read what an invite link is for',
  access: 'guest',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({}),
  output: z.looseObject({}),
  async run(context) {
    const { invite, profile } = await openLink(context)
    return {
      resource: {
        accountName: context.account.name,
        seesReport: context.account.preferences.participantSeesReport !== false,
        expiresAt: invite.expires_at,
        isValid: isValid(invite, profile, context.now()),
        profile,
      },
    }
  },
})

/** Opens the narrow session in which one person takes the assessments of one profile. */
export const startSitting = operation({
  name: 'start_sitting',
  summary: 'Open a session from an invite link',
  access: 'guest',
  effect: 'adds',
  evenPaused: true,
  input: z.strictObject({}),
  output: z.strictObject({ secret: z.string(), expiresAt: z.string() }),
  async run(context) {
    const { sql, account } = context
    const { invite, profile } = await openLink(context)
    const now = context.now()
    if (!isValid(invite, profile, now)) throw missing('This link has ended. Ask for a new one.')
    if (account.paused && !profile.dateStarted) {
      throw new Failure('paused', 'The account is paused. Ask the person who invited you.')
    }
    const secret = newAccountSecret('tmb_take_', account.id)
    const hours = new Date(now.getTime() + sessionHours * 3600 * 1000)
    const linkEnd = new Date(invite.expires_at)
    const expiresAt = hours < linkEnd ? hours : linkEnd
    const ids = { accountId: account.id, profileId: profile.id, inviteId: invite.id }
    await insertTakeSession(sql, { ...ids, tokenHash: hashSecret(secret), now, expiresAt })
    await markOpened(sql, account.id, invite.id, now)
    if (profile.state === 'pending') {
      await activateProfile(sql, account.id, profile.id, now)
      await writeDocument(sql, account.id, profile.id)
    }
    return { resource: { secret, expiresAt: expiresAt.toISOString() } }
  },
})

/**
 * Sends a new link to the address on file for somebody who holds an old one. The answer is the same whether
 * or not a letter goes out, so that it tells nothing about the person.
 */
export const requestNewLink = operation({
  name: 'request_new_link',
  summary: 'Send a new link to the address on file',
  access: 'guest',
  effect: 'adds',
  billed: true,
  input: z.strictObject({}),
  output: z.null(),
  async run(context) {
    const { profile } = await openLink(context)
    await lockProfile(context.sql, context.account.id, profile.id)
    const latest = await latestInviteAt(context.sql, context.account.id, profile.id)
    const wait = secondsBetweenLetters * 1000
    const isSoon = latest !== undefined && context.now().getTime() - Date.parse(latest) < wait
    if (profile.email && !isSoon) await sendInvite(context, profile, profile.email)
    return { resource: null }
  },
})

async function openLink(context: Context): Promise<{ invite: Invite; profile: Profile }> {
  const { linkHash } = context.caller as GuestCaller
  const invite = await findInviteByToken(context.sql, context.account.id, linkHash)
  const profile = invite && (await findProfile(context.sql, context.account.id, invite.profile_id))
  if (!invite || !profile) throw missing('This link is not known. Ask for a new one.')
  return { invite, profile }
}

/** A link sent to an address that is no longer the profile's is dead: the address may be another person's. */
function isValid(invite: Invite, profile: Profile, now: Date): boolean {
  if (invite.superseded_at !== null || invite.revoked_at !== null) return false
  if (invite.channel === 'email' && invite.recipient !== profile.email) return false
  return Date.parse(invite.expires_at) > now.getTime()
}
