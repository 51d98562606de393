import { z } from 'zod'
import type { GuestCaller } from '../../contract/caller.ts'
import { notFound } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { isInviteExpired, isInviteValid } from '../invite/state.ts'
import { findInviteByToken, isInvited } from '../invite/store.ts'
import { countReportsOfShareLinks, recordWrongPerson } from '../invite/wrong-person-store.ts'
import { lockProfile } from '../profile/store.ts'
import { maxNoticesOfShareLinks } from './erasure.ts'
import { notifyOwnersOfPerson } from './notify-owners.ts'

/**
 * Someone who opened a link reports that it is not meant for them. Revokes the invites to the same address and their
 * sessions, lets nothing more be sent there until someone of the account confirms the address, and notifies the owners.
 * Stores nothing about the reporter. Once the link is revoked, reporting again changes nothing.
 */
export const reportWrongPerson = operation({
  name: 'report_wrong_person',
  summary: 'Report that an invite link has reached the wrong person, and revoke it',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  evenPaused: true,
  input: z.strictObject({}),
  output: z.null(),
  async run(context) {
    const { sql, account, caller } = context
    const { linkHash } = caller as GuestCaller
    const find = () => findInviteByToken(sql, account.id, linkHash)
    const named = await find()
    const profile = named && (await lockProfile(sql, account.id, named.profile_id))
    // Read again once nobody else can change it: of two presses the second finds it revoked.
    const invite = profile && (await find())
    const now = context.now()
    if (!invite || !profile || !isInviteValid(invite, profile) || isInviteExpired(invite, now)) {
      throw notFound('This link has ended.')
    }
    await recordWrongPerson(sql, account.id, invite, now)
    if (await isNoticed(context, profile.id, now)) await notifyOwnersOfPerson(context, profile, 'stranger')
    return { resource: null, changes: [{ target: { type: 'profile', id: profile.id } }] }
  },
})

/**
 * Whether the owners get an email about this report, which is recorded already. A bot can enroll from a share link with many
 * addresses of its own, and report each. What the account sent itself is always told.
 */
async function isNoticed({ sql, account }: Context, profileId: string, now: Date): Promise<boolean> {
  if (await isInvited(sql, account.id, profileId)) return true
  const since = new Date(now.getTime() - 24 * 3_600_000)
  return (await countReportsOfShareLinks(sql, account.id, since)) <= maxNoticesOfShareLinks
}
