import { z } from 'zod'
import { Failure, notFound } from '../../contract/failure.ts'
import { locales } from '../../contract/locale.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { Timestamp } from '../../contract/shapes.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { refuseWaitingOf } from '../campaign-progress/waiting-store.ts'
import {
  countErasureNotices,
  type ErasureRequest,
  findErasureRequest,
  findErasureRequestedAt,
  writeErasureRequest,
} from '../erasure-request/store.ts'
import { recordEvent } from '../event/record.ts'
import { isInvited } from '../invite/store.ts'
import type { Profile } from '../profile/model.ts'
import { findProfile, lockProfile } from '../profile/store.ts'
import { notifyOwnersOfPerson } from './notify-owners.ts'

/** Maximum emails per day and person for requesting and withdrawing; more than anyone needs who changes their mind. */
const maxNoticesPerDay = 6
const day = 24 * 3_600_000
/** The same limit for all people of an account who enrolled from a share link, together. Reports of a wrong person have their own. */
export const maxNoticesOfShareLinks = 60

const nothing = z.strictObject({})
const Since = z.strictObject({ requestedAt: Timestamp.nullable() })

/** The content of the page: the account, and whether the person has an open request. */
export const readErasure = operation({
  name: 'read_erasure',
  summary: 'Read whether the person who opened the link has requested deletion',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: nothing,
  output: z.strictObject({
    ...accountViewFields,
    locale: z.enum(locales).nullable(),
    requestedAt: Timestamp.nullable(),
  }),
  async run(context) {
    const { sql, account } = context
    const { profile, key } = await readOwn(context, findProfile)
    return {
      resource: {
        accountName: account.name,
        appearance: await appearanceOf(sql, account),
        locale: profile.locale,
        requestedAt: await findErasureRequestedAt(sql, key),
      },
    }
  },
})

/**
 * Asks the account to delete everything about the person: marks the profile, takes them off the queues of campaigns and
 * notifies the owners, in one transaction. The account decides. Requesting twice changes nothing more.
 */
export const requestErasure = operation({
  name: 'request_erasure',
  summary: 'Request deletion of all data about the person who opened the link',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'adds',
  emits: ['profile.erasureRequested'],
  evenPaused: true,
  refuses: ['missing', 'limited'],
  input: nothing,
  output: Since,
  async run(context) {
    const { profile, key } = await readOwn(context, lockProfile)
    const before = await findErasureRequest(context.sql, key)
    if (before && before.withdrawnAt === null) {
      return { resource: { requestedAt: before.requestedAt }, changes: [] }
    }
    const now = context.now()
    await refuseTooManyNotices(context, now)
    const requestedAt = now.toISOString()
    await writeErasureRequest(context.sql, key, {
      requestedAt,
      withdrawnAt: null,
      ...countNotice(before, now),
    })
    await refuseWaitingOf(context.sql, key)
    const data = { profileId: profile.id, requestedAt }
    recordEvent(context.sql, { type: 'profile.erasureRequested', data })
    await notifyOwnersOfPerson(context, profile, 'erasure')
    return { resource: { requestedAt }, changes: [{ target: { type: 'profile', id: profile.id } }] }
  },
})

/**
 * Withdraws the request. The owners are notified again, so that they don't delete someone who has changed their mind.
 */
export const withdrawErasure = operation({
  name: 'withdraw_erasure',
  summary: 'Withdraw the deletion request of the person who opened the link',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['profile.erasureWithdrawn'],
  evenPaused: true,
  refuses: ['missing', 'limited'],
  input: nothing,
  output: Since,
  async run(context) {
    const { profile, key } = await readOwn(context, lockProfile)
    const before = await findErasureRequest(context.sql, key)
    if (!before || before.withdrawnAt !== null) return { resource: { requestedAt: null }, changes: [] }
    const now = context.now()
    await refuseTooManyNotices(context, now)
    const withdrawnAt = now.toISOString()
    await writeErasureRequest(context.sql, key, { ...before, withdrawnAt, ...countNotice(before, now) })
    const data = { profileId: profile.id, requestedAt: before.requestedAt }
    recordEvent(context.sql, { type: 'profile.erasureWithdrawn', data })
    await notifyOwnersOfPerson(context, profile, 'takenBack')
    return { resource: { requestedAt: null }, changes: [{ target: { type: 'profile', id: profile.id } }] }
  },
})

/**
 * Counts one more email. Beyond the limit the request is refused: an owner who gets only half of the notices would do
 * the wrong thing.
 */
function countNotice(
  before: ErasureRequest | undefined,
  now: Date,
): Pick<ErasureRequest, 'toldSince' | 'told'> {
  const left = before ? day - (now.getTime() - Date.parse(before.toldSince)) : 0
  if (!before || left <= 0) return { toldSince: now.toISOString(), told: 1 }
  if (before.told >= maxNoticesPerDay) {
    throw new Failure('rate_limited', {
      message: "You've changed this too often today. Try again tomorrow.",
      retryAfterSeconds: Math.ceil(left / 1000),
    })
  }
  return { toldSince: before.toldSince, told: before.told + 1 }
}

/**
 * Anyone with a share link can enroll again and again as a new person, with or without an address, so a bot could flood
 * the owners with emails. People whom the account invited itself are never refused by this.
 */
async function refuseTooManyNotices({ sql, account, caller }: Context, now: Date): Promise<void> {
  if (caller.kind !== 'taker' || (await isInvited(sql, account.id, caller.profileId))) return
  if ((await countErasureNotices(sql, account.id, new Date(now.getTime() - day))) < maxNoticesOfShareLinks)
    return
  throw new Failure('rate_limited', {
    message: 'Too many people have requested this today. Try again tomorrow.',
    retryAfterSeconds: 3_600,
  })
}

async function readOwn(
  { sql, account, caller }: Context,
  find: (sql: Context['sql'], accountId: string, profileId: string) => Promise<Profile | undefined>,
) {
  const profile = caller.kind === 'taker' ? await find(sql, account.id, caller.profileId) : undefined
  if (!profile) throw notFound("There's nothing here anymore.")
  return { profile, key: { accountId: account.id, profileId: profile.id } }
}
