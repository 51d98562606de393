import { createHash, randomBytes } from 'node:crypto'
import type { DeviceKind } from '../../contract/device.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { recordAgreement } from '../agreement/record-agreement.ts'
import {
  findInviteByToken,
  insertInvite,
  insertTakeSession,
  markOpened,
  removeOldTakeSessions,
} from '../invite/store.ts'
import { makerOf } from '../link/maker.ts'
import type { ProfileInput } from '../profile/add.ts'
import { activateProfile, writeDocument } from '../profile/store.ts'
import { refuseOverCapacity } from './capacity.ts'
import { addEnrolledProfile } from './enrolled-profile.ts'
import type { ShareLink } from './model.ts'
import { lockForm } from './store.ts'

/** Days for which a person without an address can continue in the same browser: no link brings them back. */
const sessionDays = 7
/** Minutes in which submitting the same form again counts as the same start. */
const repeatMinutes = 2

export type TakeSession = { secret: string; expiresAt: string }

/**
 * Creates a profile and opens a session for its assessments. The session's invite has no link that anyone could hold.
 * Submitting a form twice opens a second session of the same profile.
 */
export async function selfEnroll(
  context: Context,
  link: ShareLink,
  person: Pick<ProfileInput, 'firstName' | 'lastName'> & { locale: Locale },
  {
    once,
    version,
    device,
  }: { once?: string | undefined; version?: string | undefined; device?: DeviceKind | undefined },
): Promise<{ opened: TakeSession; changes: Change[]; isRepeat: boolean }> {
  const { sql, account } = context
  const now = context.now()
  const tokenHash = once === undefined ? randomBytes(32) : hashOfForm(link, once, person)
  // A form that is submitted twice at the same time starts once.
  if (once !== undefined) await lockForm(sql, account.id, tokenHash)
  const earlier = await findInviteByToken(sql, account.id, tokenHash)
  if (earlier && now.getTime() - Date.parse(earlier.created_at) < repeatMinutes * 60_000) {
    const ids = { profileId: earlier.profile_id, inviteId: earlier.id }
    const opened = await openSession(context, ids, new Date(earlier.expires_at))
    return { opened, changes: [started(ids)], isRepeat: true }
  }
  await refuseOverCapacity(context)
  const added = await addEnrolledProfile(context, link, person)
  if (!added) throw new Error('Somebody without an address met an address that is taken.')
  const ids = { profileId: added.profile.id, inviteId: context.newId() }
  const shown = { locale: person.locale, version }
  await recordAgreement(context, { profileId: ids.profileId, attempt: added.profile.attempt }, shown)
  const expiresAt = new Date(now.getTime() + sessionDays * 24 * 3600 * 1000)
  await insertInvite(sql, {
    accountId: account.id,
    id: ids.inviteId,
    profileId: ids.profileId,
    channel: 'link',
    recipient: null,
    origin: 'share',
    maker: makerOf(context.caller),
    // A form submitted again after that time is another start.
    tokenHash: earlier ? randomBytes(32) : tokenHash,
    now,
    expiresAt,
  })
  await markStarted(context, ids, device)
  const opened = await openSession(context, ids, expiresAt)
  return { opened, changes: [...added.changes, started(ids)], isRepeat: false }
}

type Ids = { profileId: string; inviteId: string }

/**
 * No link has this hash, because the hashed text is not a link. It includes the name, so that someone who reuses the
 * form of the previous person on a shared computer doesn't get that person's session.
 */
function hashOfForm(link: ShareLink, once: string, { firstName, lastName }: Named): Buffer {
  const form = JSON.stringify([link.id, once, firstName ?? '', lastName ?? ''])
  return createHash('sha256').update(`start:${form}`).digest()
}

type Named = Pick<ProfileInput, 'firstName' | 'lastName'>

async function markStarted(
  { sql, account, now }: Context,
  { profileId, inviteId }: Ids,
  device: DeviceKind | undefined,
): Promise<void> {
  await markOpened(sql, account.id, { inviteId, device, now: now() })
  await activateProfile(sql, account.id, profileId, { inviteId, now: now() })
  await writeDocument(sql, account.id, profileId)
}

async function openSession({ sql, account, now }: Context, ids: Ids, expiresAt: Date): Promise<TakeSession> {
  const secret = newAccountSecret('tmb_take_', account.id)
  const key = { accountId: account.id, profileId: ids.profileId, now: now() }
  await removeOldTakeSessions(sql, { ...key, keep: 3 })
  await insertTakeSession(sql, {
    ...key,
    inviteId: ids.inviteId,
    tokenHash: hashSecret(secret),
    expiresAt,
  })
  return { secret, expiresAt: expiresAt.toISOString() }
}

function started({ profileId }: Ids): Change {
  return {
    action: 'start_sitting',
    target: { type: 'profile', id: profileId },
    changes: { channel: 'link' },
  }
}
